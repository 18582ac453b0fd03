package org.curtail.benchkit.terminal;

/**
 * The user asked for something that cannot be done: a bad option, a missing or broken input file.
 * The message is one line that says what, where, what was expected and what was found. Ends the
 * command with exit code 2.
 */
public final class Misuse extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Misuse(String message) {
    super(message);
  }

  public Misuse(String message, Throwable cause) {
    super(message, cause);
  }
}
