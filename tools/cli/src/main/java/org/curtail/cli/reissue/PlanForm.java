package org.curtail.cli.reissue;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;

/**
 * The policies that a plan may choose from.
 *
 * @param always true if a copy is always sent after the delay, without a probability
 * @param copies most copies, at least 1
 */
record PlanForm(boolean always, int copies) {
  /** Returns the best plan of this form. */
  ReissuePlan plan(AttemptTimes times, ReissueGoal goal) {
    if (always) {
      return ReissuePlanner.singleD(times, goal);
    }
    return copies == 1
        ? ReissuePlanner.singleR(times, goal)
        : ReissuePlanner.multiple(times, goal, copies);
  }

  /** The name in the literature. */
  String words() {
    return always ? "SingleD" : copies == 1 ? "SingleR" : "up to %d copies".formatted(copies);
  }
}
