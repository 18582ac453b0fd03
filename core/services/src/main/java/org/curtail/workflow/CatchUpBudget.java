package org.curtail.workflow;

/** A budget for requests that are late in the workflow as a whole (Kwiken, section 4.3). */
public sealed interface CatchUpBudget {
  /** No catch-up. */
  CatchUpBudget NONE = new None();

  /** No catch-up. */
  record None() implements CatchUpBudget {}

  /**
   * More threads for late visits.
   *
   * @param degree threads of a late visit: at least 2
   * @param speedup speedup of that many threads: above 0
   * @param extraThreadTime additional thread time, as a share of the time of all visits with one
   *     thread: at least 0; 0.063 in the paper
   */
  record Threads(int degree, double speedup, double extraThreadTime) implements CatchUpBudget {
    public Threads {
      new CatchUp.Threads(0, degree, speedup);
      requireShare("extraThreadTime", extraThreadTime);
    }
  }

  /**
   * Late visits go first in queues.
   *
   * @param lateShare share of all visits, by cost, that may go first: 0 to 1; 0.015 in the paper
   */
  record Priority(double lateShare) implements CatchUpBudget {
    public Priority {
      requireShare("lateShare", lateShare);
    }
  }

  /**
   * More copies of late visits.
   *
   * @param share part of the budget of copies that is reserved for late visits: 0 to 1, exclusive;
   *     1/30 to 1/6 in the paper
   */
  record GlobalReissue(double share) implements CatchUpBudget {
    public GlobalReissue {
      requireShare("share", share);
      if (share == 1) {
        throw new IllegalArgumentException("share must be below 1: " + share);
      }
    }
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1: " + share);
    }
  }
}
