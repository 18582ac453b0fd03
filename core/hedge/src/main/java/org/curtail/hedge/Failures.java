package org.curtail.hedge;

/** Suppresses the failures of a call's other attempts in the first one. */
final class Failures {
  /** Limit, since an exception that is thrown repeatedly must not grow without end. */
  static final int MOST_SUPPRESSED = 8;

  private Failures() {}

  /** Adds a failure, unless it is the same one or there are many already. Throws nothing. */
  @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
  static void add(Throwable to, Throwable further) {
    try {
      if (to != further) {
        // addSuppressed takes this lock too.
        synchronized (to) {
          if (to.getSuppressed().length < MOST_SUPPRESSED) {
            to.addSuppressed(further);
          }
        }
      }
    } catch (Throwable e) {
      // Memory is short, or the exception overrides methods: the first one is known.
    }
  }
}
