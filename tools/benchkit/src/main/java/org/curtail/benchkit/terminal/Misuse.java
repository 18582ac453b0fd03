package org.curtail.benchkit.terminal;

/**
 * A user's error: a bad option, a missing or broken input file. The message is one line with the
 * place, the expected and the actual value. Ends the command with exit code 2.
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
