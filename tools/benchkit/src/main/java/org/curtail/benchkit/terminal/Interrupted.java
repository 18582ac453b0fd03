package org.curtail.benchkit.terminal;

/**
 * Ctrl-C or SIGTERM reached a command, which stopped at the next safe point and kept its finished
 * work. The message tells what was kept. Ends the command with exit code 130.
 */
public final class Interrupted extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Interrupted(String message) {
    super(message);
  }
}
