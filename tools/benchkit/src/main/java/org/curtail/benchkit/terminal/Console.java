package org.curtail.benchkit.terminal;

import java.io.PrintStream;

/**
 * Output of a command. Progress and remarks go to standard error, the result to standard output.
 * With {@code --json}, the result is the only output there. Control characters in texts become
 * {@link Visible} here.
 *
 * <p>On a terminal, progress is a line that is overwritten; elsewhere there is no progress. Not
 * thread-safe: a command writes from one thread.
 */
public final class Console {
  private static final long TERMINAL_INTERVAL_NANOS = 200_000_000L;

  /** Interval of progress outside a terminal, for tests; 0 for no progress there. */
  private static final long PLAIN_INTERVAL_NANOS =
      1_000_000L * Long.getLong("curtail.progress.millis", 0);

  /** Greatest length of a line; longer lines have long quotations. */
  private static final int LONGEST_LINE = 4_000;

  /** Kept length of the end of a longer line, usually with advice. */
  private static final int END_OF_LINE = 500;

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private boolean progressShown;
  private long progressedAtNanos = System.nanoTime() - TERMINAL_INTERVAL_NANOS;

  public Console(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  /** Returns the console of the process's own streams, on a terminal if standard error is one. */
  @SuppressWarnings("SystemConsoleNull") // Null is allowed by its contract.
  public static Console system() {
    java.io.Console console = System.console();
    return new Console(System.out, System.err, console != null && console.isTerminal());
  }

  /** True if the output may have colours, since a person reads it. */
  public boolean coloured() {
    return terminal;
  }

  /** Returns a console for a command inside another command: its results become remarks. */
  public Console withResultsAsRemarks() {
    return new Console(err, err, terminal);
  }

  /** Writes a line of the result. */
  public void result(String line) {
    drawn(shown(line));
  }

  /** Writes a line of the result with colours of its own, without text of the user. */
  public void drawn(String line) {
    clearProgress();
    out.println(line);
    out.flush();
  }

  /** Writes the result as JSON. */
  public void json(String json) {
    drawn(Visible.json(json));
  }

  /** Writes text for a program, with its layout, but without control characters. */
  public void code(String text) {
    drawn(Visible.json(text));
  }

  /** Writes a line for a waiting user: the last step, the next step, or a written file. */
  public void say(String line) {
    print(shown(line));
  }

  /** Returns a line that is safe for a terminal, with a limited length. */
  private static String shown(String line) {
    if (line.length() <= LONGEST_LINE) {
      return Visible.of(line);
    }
    int from = line.length() - END_OF_LINE;
    return Visible.of(
        "%s ... (%,d characters left out) ... %s"
            .formatted(
                line.substring(0, LONGEST_LINE - END_OF_LINE),
                from - (LONGEST_LINE - END_OF_LINE),
                line.substring(from)));
  }

  private void print(String line) {
    clearProgress();
    err.println(line);
  }

  /** Writes a warning. */
  public void warn(String line) {
    print((terminal ? "\u001b[33mnote:\u001b[0m " : "note: ") + shown(line));
  }

  /** Writes a heading of a step. */
  public void heading(String line) {
    say("");
    String text = Visible.of(line);
    print(terminal ? "\u001b[1m" + text + "\u001b[0m" : text);
  }

  /** Shows the progress on a terminal, at most a few times a second. */
  public void progress(String line) {
    if (!terminal && PLAIN_INTERVAL_NANOS == 0) {
      return;
    }
    long nowNanos = System.nanoTime();
    if (nowNanos - progressedAtNanos
        < (terminal ? TERMINAL_INTERVAL_NANOS : PLAIN_INTERVAL_NANOS)) {
      return;
    }
    progressedAtNanos = nowNanos;
    if (terminal) {
      err.print("\r\u001b[K" + Visible.of(line));
      err.flush();
      progressShown = true;
    } else {
      err.println(Visible.of(line));
    }
  }

  /** Writes the stack trace of a failure, for developers. */
  public void trace(Throwable failure) {
    String before = "";
    for (Throwable at = failure; at != null; at = at.getCause()) {
      say(before + at);
      before = "caused by ";
      for (StackTraceElement frame : at.getStackTrace()) {
        print("\tat " + frame);
      }
    }
  }

  private void clearProgress() {
    if (progressShown) {
      err.print("\r\u001b[K");
      progressShown = false;
    }
  }
}
