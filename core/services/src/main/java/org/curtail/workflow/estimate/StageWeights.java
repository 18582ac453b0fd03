package org.curtail.workflow.estimate;

import java.util.Arrays;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.Blame;
import org.curtail.workflow.simulate.WorkflowSimulation;

/** The weights of the stages' variances; a plan lowers the weighted sum. */
public final class StageWeights {
  /** Least weight of a stage, even if no slow request has it on its critical path. */
  private static final double LEAST_WEIGHT = 0.01;

  private StageWeights() {}

  /**
   * Returns each stage's share of slow critical paths, or equal weights: {@link
   * PlanOptions#byCriticality}.
   */
  public static double[] of(Workflow workflow, WorkflowGoal goal, PlanOptions options) {
    double[] weights = new double[workflow.stages().size()];
    Arrays.fill(weights, 1);
    if (options.byCriticality()) {
      Blame blame =
          Blame.of(
              WorkflowSimulation.of(workflow, options.requests(), options.seed()),
              WorkflowPlan.none(workflow, goal));
      for (int s = 0; s < weights.length; s++) {
        weights[s] = Math.max(LEAST_WEIGHT, blame.stages().get(s).criticalFractionOfSlowest());
      }
    }
    return weights;
  }
}
