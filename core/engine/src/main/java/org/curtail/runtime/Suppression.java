package org.curtail.runtime;

/** Keeps with one exception what else was thrown. */
final class Suppression {
  /** An exception that is thrown again and again must not collect without end. */
  static final int MOST = 8;

  private Suppression() {}

  /** Adds it, unless it is the same one or there are many already. Throws nothing. */
  @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
  static void add(Throwable to, Throwable further) {
    try {
      if (to != further && to.getSuppressed().length < MOST) {
        to.addSuppressed(further);
      }
    } catch (Throwable e) {
      // Memory is short, or the exception has methods of its own: the first one is known.
    }
  }
}
