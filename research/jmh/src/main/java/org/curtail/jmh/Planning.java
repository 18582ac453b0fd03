package org.curtail.jmh;

import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;

/**
 * One table to plan.
 *
 * @param profile for which service
 * @param goal what to achieve
 */
record Planning(Profile profile, PlanGoal goal) {
  /** As in the Few-to-Many paper's Lucene experiments, Table 2: 15 cores, target 24, 99th. */
  static Planning of(ProfileKind kind, int requests, int maxDegree, double stepMs, int maxLoad) {
    return new Planning(
        kind.profile(requests, maxDegree),
        new PlanGoal(15, 24, maxDegree, PlanGoal.degreesTo(maxDegree), 99, stepMs, maxLoad));
  }

  IntervalTable table() {
    return TablePlanner.plan(profile, goal);
  }
}
