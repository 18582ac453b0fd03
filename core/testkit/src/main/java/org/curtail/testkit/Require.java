package org.curtail.testkit;

/** An assertion for millions of checks: it costs nothing while it holds. */
public final class Require {
  private Require() {}

  /** Fails with a formatted text, which is formatted only then. */
  @SuppressWarnings("AnnotateFormatMethod") // For one method no dependency.
  public static void require(boolean holds, String what, Object... named) {
    if (!holds) {
      throw new AssertionError(what.formatted(named));
    }
  }
}
