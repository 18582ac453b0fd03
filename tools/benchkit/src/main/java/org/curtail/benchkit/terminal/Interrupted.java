package org.curtail.benchkit.terminal;

/**
 * Ctrl-C or SIGTERM stopped a command at a safe point. The message names the kept work. Ends the
 * command with exit code 130.
 */
public final class Interrupted extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Interrupted(String message) {
    super(message);
  }
}
