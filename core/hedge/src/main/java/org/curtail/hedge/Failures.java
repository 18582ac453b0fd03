package org.curtail.hedge;

/** Keeps with the first failure of a call what its other attempts failed with. */
final class Failures {
  /** An exception that is thrown again and again must not collect without end. */
  static final int MOST_SUPPRESSED = 8;

  private Failures() {}

  /** Adds it, unless it is the same one or there are many already. Throws nothing. */
  @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
  static void add(Throwable to, Throwable further) {
    try {
      if (to != further) {
        // Adding takes this lock too.
        synchronized (to) {
          if (to.getSuppressed().length < MOST_SUPPRESSED) {
            to.addSuppressed(further);
          }
        }
      }
    } catch (Throwable e) {
      // Memory is short, or the exception has methods of its own: the first one is known.
    }
  }
}
