package org.curtail.benchkit.terminal;

import java.io.PrintStream;

/**
 * Output of a command. Progress and remarks go to standard error; the result goes to standard
 * output, and with {@code --json} it is the only output there. Text that a terminal would act on
 * becomes {@link Visible} here, so that no other class has to care.
 *
 * <p>On a terminal, progress is one line that is written over; elsewhere there is none. Not
 * thread-safe: a command writes from one thread.
 */
public final class Console {
  private static final long TERMINAL_INTERVAL_NANOS = 200_000_000L;

  /** Interval of progress outside a terminal, for tests; 0 for no progress there. */
  private static final long PLAIN_INTERVAL_NANOS =
      1_000_000L * Long.getLong("curtail.progress.millis", 0);

  /** Longest line; longer ones are long quotations. */
  private static final int LONGEST_LINE = 4_000;

  /** Length kept of the end of a longer line, which usually holds the advice. */
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

  /** The process's own streams; on a terminal if standard error is one. */
  @SuppressWarnings("SystemConsoleNull") // Null is allowed by its contract.
  public static Console system() {
    java.io.Console console = System.console();
    return new Console(System.out, System.err, console != null && console.isTerminal());
  }

  /** True if colours help, since a person reads. */
  public boolean coloured() {
    return terminal;
  }

  /** The same console for a command whose result is only a remark in another command's. */
  public Console withResultsAsRemarks() {
    return new Console(err, err, terminal);
  }

  /** A line of the result. */
  public void result(String line) {
    drawn(shown(line));
  }

  /** A line of the result that has colours of its own, and no text of the user's. */
  public void drawn(String line) {
    clearProgress();
    out.println(line);
    out.flush();
  }

  /** The result as JSON, on one line or several. */
  public void json(String json) {
    drawn(Visible.json(json));
  }

  /** Text for a program to read: its layout stays, and nothing in it acts on a terminal. */
  public void code(String text) {
    drawn(Visible.json(text));
  }

  /** A line for a waiting user: the last step, the next step, the file written. */
  public void say(String line) {
    print(shown(line));
  }

  /** Makes a line safe for a terminal, and limits its length. */
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

  /** A line that the user should know but did not ask for. */
  public void warn(String line) {
    print((terminal ? "\u001b[33mnote:\u001b[0m " : "note: ") + shown(line));
  }

  /** A heading above a step. */
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

  /** Stack trace of a failure, for developers. */
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
