package org.curtail.testkit;

/** An assertion for what is checked millions of times: it costs nothing while it holds. */
public final class Require {
  private Require() {}

  /** Fails with a text made of a format, which is not made before. */
  @SuppressWarnings("AnnotateFormatMethod") // For one method no dependency.
  public static void require(boolean holds, String what, Object... named) {
    if (!holds) {
      throw new AssertionError(what.formatted(named));
    }
  }
}
