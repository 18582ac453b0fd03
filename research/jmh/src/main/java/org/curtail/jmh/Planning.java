package org.curtail.jmh;

import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;

/**
 * A table to plan.
 *
 * @param profile profile of the service
 * @param goal goal of the plan
 */
record Planning(Profile profile, PlanGoal goal) {
  /**
   * Returns the setting of the Few-to-Many paper's Lucene experiments, Table 2: 15 cores, target
   * 24, 99th.
   */
  static Planning of(ProfileKind kind, int requests, int maxDegree, double stepMs, int maxLoad) {
    return new Planning(
        kind.profile(requests, maxDegree),
        new PlanGoal(15, 24, maxDegree, PlanGoal.degreesTo(maxDegree), 99, stepMs, maxLoad));
  }

  IntervalTable table() {
    return TablePlanner.plan(profile, goal);
  }
}
