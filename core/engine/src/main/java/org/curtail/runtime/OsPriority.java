package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/** Lets threads of boosted requests go first by the operating system, where that is asked for. */
final class OsPriority {
  /** Null if boosting is done otherwise, or not at all. */
  private final @Nullable ThreadBoost boost;

  OsPriority(Boosting boosting) {
    boost = boosting instanceof Boosting.ByPriority by ? by.boost() : null;
  }

  boolean isUsed() {
    return boost != null;
  }

  /** Called by the worker's thread itself. Throws nothing. */
  void raise(Worker worker, boolean up) {
    if (boost == null || worker.raised == up) {
      return;
    }
    worker.raised = up;
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
