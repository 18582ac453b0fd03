package org.curtail.cli.workflow.load;

import org.curtail.workflow.WorkflowPlan;

/**
 * A plan that ran under load, and what came of it.
 *
 * @param plan what ran; its goal has the budget for which it was made
 * @param predictedMillis the tail that was expected without queues
 * @param observedMillis the tail that was observed; infinite if calls piled up
 * @param observedBudget what copies cost, as a share of what first visits cost
 * @param observedLoss mean share of the answer that was not waited for
 * @param utilisation share of the slots of the busiest stage that computed
 */
public record WorkflowTrial(
    WorkflowPlan plan,
    double predictedMillis,
    double observedMillis,
    double observedBudget,
    double observedLoss,
    double utilisation) {
  /** For which it was planned; 0 for no copies. */
  public double budget() {
    return plan.goal().budget();
  }

  /**
   * By how much the prediction without queues was off, as a share of it: 1 if the tail was twice as
   * long.
   */
  public double offBy() {
    return observedMillis / predictedMillis - 1;
  }

  /** Whether calls did not pile up. */
  public boolean keptUp() {
    return observedMillis < Double.POSITIVE_INFINITY;
  }

  /** By how much the tail was predicted to fall, as a share of that of another trial. */
  public double predictedReduction(WorkflowTrial without) {
    return 1 - predictedMillis / without.predictedMillis;
  }

  /** By how much the tail fell, as a share of that of another trial; below 0 if it rose. */
  public double observedReduction(WorkflowTrial without) {
    return 1 - observedMillis / without.observedMillis;
  }
}
