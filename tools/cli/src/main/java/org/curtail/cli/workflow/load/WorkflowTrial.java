package org.curtail.cli.workflow.load;

import org.curtail.workflow.WorkflowPlan;

/**
 * A plan that ran under load, and its result.
 *
 * @param plan plan of the run; its goal has the budget for which it was made
 * @param predictedMillis the tail expected without queues
 * @param observedMillis the observed tail; infinite if calls piled up
 * @param observedBudget cost of copies, as a share of the cost of first visits
 * @param observedLoss mean lost share of the answer
 * @param utilisation share of busy slots at the busiest stage
 */
public record WorkflowTrial(
    WorkflowPlan plan,
    double predictedMillis,
    double observedMillis,
    double observedBudget,
    double observedLoss,
    double utilisation) {
  /** The budget of the plan's goal; 0 without copies. */
  public double budget() {
    return plan.goal().budget();
  }

  /** Relative error of the prediction without queues: 1 if the tail was twice as long. */
  public double offBy() {
    return observedMillis / predictedMillis - 1;
  }

  /** True if calls did not pile up. */
  public boolean keptUp() {
    return observedMillis < Double.POSITIVE_INFINITY;
  }

  /** Predicted fall of the tail, as a share of that of another trial. */
  public double predictedReduction(WorkflowTrial without) {
    return 1 - predictedMillis / without.predictedMillis;
  }

  /** Observed fall of the tail, as a share of that of another trial; below 0 if it rose. */
  public double observedReduction(WorkflowTrial without) {
    return 1 - observedMillis / without.observedMillis;
  }
}
