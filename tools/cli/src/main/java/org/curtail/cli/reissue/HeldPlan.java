package org.curtail.cli.reissue;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.reissue.plan.ReissueObservation;

/**
 * A policy that holds under load, with the means of its runs.
 *
 * @param goal goal of the plan; its budget is at most the given one
 * @param asPlanned true if this is the plan from the log
 * @param fraction copies per request
 */
record HeldPlan(
    ReissueGoal goal,
    ReissuePolicy policy,
    boolean asPlanned,
    double tailMillis,
    double withoutMillis,
    double fraction) {

  /** The first copy. */
  Reissue copy() {
    return policy.reissues().getFirst();
  }

  /** The policy as a plan for this load. */
  ReissuePlan plan(ReissueObservation without) {
    double bound = ReissuePlanner.boundMillis(without.times(), goal);
    return new ReissuePlan(
        goal, policy, fraction, tailMillis, withoutMillis, Math.min(bound, tailMillis));
  }

  PlanDocument.SingleD singleD() {
    return new PlanDocument.SingleD(copy().delayMillis(), fraction, tailMillis);
  }
}
