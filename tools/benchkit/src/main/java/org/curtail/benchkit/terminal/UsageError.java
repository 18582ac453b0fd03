package org.curtail.benchkit.terminal;

/**
 * A user's error: a bad option, a missing or broken input file. The message is one line with the
 * place, the expected and the actual value. Ends the command with exit code 2.
 */
public final class UsageError extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UsageError(String message) {
    super(message);
  }

  public UsageError(String message, Throwable cause) {
    super(message, cause);
  }
}
