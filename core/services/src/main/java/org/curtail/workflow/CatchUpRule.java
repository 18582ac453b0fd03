package org.curtail.workflow;

import org.curtail.PriorityClass;

/**
 * Which requests catch up: those that have been under way for T_z or longer, as long as the budget
 * has something left (Kwiken, section 4.3). A pure function of what it is shown, so the same object
 * decides in a simulation and in a service: there, a stage that serves a late request gives it to
 * the engine as {@link PriorityClass#URGENT}, and the policy {@code UrgentDegree} gives it the
 * threads of {@link CatchUp.Threads}.
 *
 * @param afterMillis T_z, since the request came to the workflow: at least 0; infinite if nobody
 *     ever catches up
 * @param budget what catching up may cost, as a share of what all first visits cost: at least 0,
 *     infinite if there is no limit
 */
public record CatchUpRule(double afterMillis, double budget) {
  /** Nobody catches up. */
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

  /** The rule of a plan's catch-up. */
  public static CatchUpRule of(CatchUp catchUp, double budget) {
    return switch (catchUp) {
      case CatchUp.None none -> NONE;
      case CatchUp.Threads threads -> new CatchUpRule(threads.afterMillis(), budget);
      case CatchUp.Priority priority -> new CatchUpRule(priority.afterMillis(), budget);
      case CatchUp.GlobalReissue global -> new CatchUpRule(global.afterMillis(), budget);
    };
  }

  /**
   * Whether a request is late.
   *
   * @param underWayMillis since it came to the workflow
   */
  public boolean isLate(double underWayMillis) {
    return underWayMillis >= afterMillis;
  }

  /**
   * Whether what is left of a request is sped up.
   *
   * @param underWayMillis since it came to the workflow
   * @param spent what catching up has cost so far, as a share of what all first visits so far cost
   */
  public boolean catchesUp(double underWayMillis, double spent) {
    return isLate(underWayMillis) && spent < budget;
  }

  /** With which importance a stage gives a request to its engine. */
  public PriorityClass importance(double underWayMillis, double spent) {
    return catchesUp(underWayMillis, spent) ? PriorityClass.URGENT : PriorityClass.NORMAL;
  }
}
