package org.curtail.benchkit.terminal;

/**
 * A user's error: an invalid option, or a missing or broken input file. The message has the place,
 * the expected and the actual value in one line. Ends the command with exit code 2.
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
