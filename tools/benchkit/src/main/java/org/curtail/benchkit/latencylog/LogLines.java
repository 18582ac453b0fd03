package org.curtail.benchkit.latencylog;

import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.UsageError;

/** The lines of a log as text, each of limited length. Not thread-safe. */
public final class LogLines {
  /** Greatest length of a line in characters. */
  static final int LONGEST = 10_000_000;

  private final InputLines lines;

  public LogLines(InputLines lines) {
    this.lines = lines;
    lines.refuseLongerThan(LONGEST);
  }

  /**
   * Reads the next line; false after the last line.
   *
   * @throws UsageError if the line is too long
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

  /** Returns the lines as bytes. */
  InputLines bytes() {
    return lines;
  }

  /**
   * Returns the current line.
   *
   * @throws UsageError if the line is not UTF-8
   */
  String text() {
    return lines.requireText();
  }
}
