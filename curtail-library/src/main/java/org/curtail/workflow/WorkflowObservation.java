package org.curtail.workflow;

/**
 * What came of a plan under load.
 *
 * @param predictedMillis the tail that is expected without queues; NaN if nothing is expected
 * @param tailMillis the tail that was observed: at least 0, infinite if calls piled up
 * @param budgetUsed what copies cost, as a share of what first visits cost
 * @param utilisation share of the slots of the busiest stage that computed
 * @param seen the workflow with the times that first attempts took, from which the next plan is
 *     made
 */
public record WorkflowObservation(
    double predictedMillis,
    double tailMillis,
    double budgetUsed,
    double utilisation,
    Workflow seen) {}
