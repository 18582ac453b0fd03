package org.curtail.lab.papers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;

/**
 * Plans that keep a part of the budget for requests that are late in the workflow as a whole:
 * global reissue of the Kwiken paper (sections 4.3 and 5.4, Figure 13b). As there, each stage has
 * of the global part what it has of the local one; from when on a request is late is tried on the
 * training days, which the paper does not say.
 */
final class KwikenGlobal {
  /** In percent: local and global together. */
  static final double BUDGET = 3;

  static final String THIRTIETH = "1/30 global";
  static final String SIXTH = "1/6 global";

  /** Requests are late from these percentiles of the latency on. */
  private static final List<Double> LATE_FROM = List.of(75.0, 90.0, 97.0);

  private final KwikenPlans plans;
  private final Workflow training;
  private final WorkflowSimulation simulation;

  KwikenGlobal(KwikenPlans plans, int requests, long seed) {
    this.plans = plans;
    training = plans.curves().workflow();
    simulation = WorkflowSimulation.of(training, requests, seed);
  }

  /** The best plan in which a share of the budget is global. */
  WorkflowPlan plan(double share) {
    WorkflowPlan local = plans.sumVar(BUDGET * (1 - share));
    WorkflowResult without = simulation.run(WorkflowPlan.none(training));
    WorkflowPlan best = local;
    double least = Double.POSITIVE_INFINITY;
    for (double percentile : LATE_FROM) {
      WorkflowPlan plan = plan(local, share, without.percentileMillis(percentile));
      WorkflowResult result = simulation.run(plan);
      double p99 = result.percentileMillis(KwikenPlans.PERCENTILE);
      if (p99 < least) {
        least = p99;
        best = plan;
      }
    }
    return best;
  }

  private WorkflowPlan plan(WorkflowPlan local, double share, double afterMillis) {
    WorkflowResult late =
        simulation.run(catchingUp(local, new CatchUp.GlobalReissue(afterMillis, Map.of())));
    var policies = new HashMap<String, ReissuePolicy>();
    for (int s = 0; s < local.stages().size(); s++) {
      StagePlan stage = local.stages().get(s);
      double lateVisits = late.lateFraction(s);
      if (stage.reissueFraction() > 0 && lateVisits > 0) {
        double more = stage.reissueFraction() * share / (1 - share) / lateVisits;
        double fraction = Math.min(1, stage.reissueFraction() + more);
        policies.put(stage.stage(), plans.curves().curves().get(s).timeOut(fraction).policy());
      }
    }
    return catchingUp(local, new CatchUp.GlobalReissue(afterMillis, policies));
  }

  private static WorkflowPlan catchingUp(WorkflowPlan plan, CatchUp how) {
    return new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), how);
  }
}
