package org.curtail.workflow;

/**
 * The setting that all stages of a run share.
 *
 * @param simulation the workflow and all random draws
 * @param capMillis greatest time of a visit by stage; infinite for no limit
 * @param tallies counts
 * @param parts contribution of each stage to the current request, by index
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record RunSetting(
    WorkflowSimulation simulation,
    WorkflowPlan plan,
    double[] capMillis,
    Tallies tallies,
    double[] parts) {
  Workflow workflow() {
    return simulation.workflow();
  }
}
