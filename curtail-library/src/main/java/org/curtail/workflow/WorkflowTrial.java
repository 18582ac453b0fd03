package org.curtail.workflow;

/**
 * A plan that ran under load, and what came of it.
 *
 * @param budget for which it was planned; 0 for no copies
 * @param plan what ran
 * @param predictedMillis the tail that was expected without queues
 * @param observedMillis the tail that was observed; infinite if calls piled up
 * @param observedBudget what copies cost, as a share of what first visits cost
 * @param utilisation share of the slots of the busiest stage that computed
 */
public record WorkflowTrial(
    double budget,
    WorkflowPlan plan,
    double predictedMillis,
    double observedMillis,
    double observedBudget,
    double utilisation) {
  /** By how much the prediction without queues was too low, as a share of it. */
  public double offBy() {
    return observedMillis / predictedMillis - 1;
  }

  /** Whether calls did not pile up. */
  public boolean keptUp() {
    return observedMillis < Double.POSITIVE_INFINITY;
  }
}
