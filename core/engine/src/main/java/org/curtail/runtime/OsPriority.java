package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/** Lets threads of boosted requests go first by the operating system, where that is asked for. */
final class OsPriority {
  /** Null if boosting is done otherwise, or not at all. */
  private final Boosting.@Nullable ThreadBoost boost;

  OsPriority(Boosting boosting) {
    boost = boosting.threads();
  }

  boolean isUsed() {
    return boost != null;
  }

  /** Raises the current thread, or lowers it. Throws nothing. */
  void raise(boolean up) {
    if (boost == null) {
      return;
    }
    try {
      if (up) {
        boost.raise();
      } else {
        boost.lower();
      }
    } catch (Throwable e) {
      FaultReport.error("a " + boost.getClass().getName() + " failed", e);
    }
  }
}
