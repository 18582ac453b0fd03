package org.curtail.workflow;

/**
 * What all stages of a run share.
 *
 * @param simulation with the workflow and all that chance decides
 * @param capMillis by stage: visits never take longer; infinite if they may
 * @param tallies what is counted
 * @param parts what each stage contributes to the request that is under way, by index
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
