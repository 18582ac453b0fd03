package org.curtail.workflow;

import org.curtail.PriorityClass;

/**
 * Decides on the catch-up of requests: a request catches up once it lasts for T_z, while the budget
 * lasts (Kwiken, section 4.3). The rule is a pure function, so the same object decides in a
 * simulation and in a service. In a service, a stage gives a late request to the engine as {@link
 * PriorityClass#URGENT}. The policy {@code UrgentDegree} then gives it the threads of {@link
 * CatchUp.Threads}.
 *
 * @param afterMillis T_z, since the request arrived at the workflow: at least 0; infinite for no
 *     catch-up
 * @param budget cost of catching up, as a share of the cost of all original visits: at least 0,
 *     infinite for no limit
 */
public record CatchUpRule(double afterMillis, double budget) {
  /** No request catches up. */
  public static final CatchUpRule NONE =
      new CatchUpRule(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  public CatchUpRule {
    if (!(afterMillis >= 0)) {
      throw new IllegalArgumentException("afterMillis must be at least 0: " + afterMillis);
    }
    if (!(budget >= 0)) {
      throw new IllegalArgumentException("budget must be at least 0: " + budget);
    }
  }

  /** Returns the rule of a plan's catch-up. */
  public static CatchUpRule of(CatchUp catchUp, double budget) {
    return switch (catchUp) {
      case CatchUp.None none -> NONE;
      case CatchUp.Threads threads -> new CatchUpRule(threads.afterMillis(), budget);
      case CatchUp.Priority priority -> new CatchUpRule(priority.afterMillis(), budget);
      case CatchUp.GlobalReissue global -> new CatchUpRule(global.afterMillis(), budget);
    };
  }

  /**
   * True if a request is late.
   *
   * @param underWayMillis since the request arrived at the workflow
   */
  public boolean isLate(double underWayMillis) {
    return underWayMillis >= afterMillis;
  }

  /**
   * True if the rest of a request is sped up.
   *
   * @param underWayMillis since the request arrived at the workflow
   * @param spent cost of catching up so far, as a share of the cost of all original visits so far
   */
  public boolean catchesUp(double underWayMillis, double spent) {
    return isLate(underWayMillis) && spent < budget;
  }

  /** Returns the importance of a request for the engine of a stage. */
  public PriorityClass importance(double underWayMillis, double spent) {
    return catchesUp(underWayMillis, spent) ? PriorityClass.URGENT : PriorityClass.NORMAL;
  }
}
