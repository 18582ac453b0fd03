package org.curtail.benchkit.latencylog;

import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.UsageError;

/** The lines of a log as text, each of limited length. Not thread-safe. */
public final class LogLines {
  /** Longest line in characters; longer lines are no log of latencies. */
  static final int LONGEST = 10_000_000;

  private final InputLines lines;

  public LogLines(InputLines lines) {
    this.lines = lines;
    lines.refuseLongerThan(LONGEST);
  }

  /**
   * Goes to the next line; false after the last.
   *
   * @throws UsageError if it is too long
   */
  public boolean next() {
    return lines.next();
  }

  boolean isBlank() {
    return lines.blank();
  }

  String where() {
    return lines.where();
  }

  /** The lines as bytes. */
  InputLines bytes() {
    return lines;
  }

  /**
   * The current line.
   *
   * @throws UsageError if it is not UTF-8
   */
  String text() {
    return lines.requireText();
  }
}
