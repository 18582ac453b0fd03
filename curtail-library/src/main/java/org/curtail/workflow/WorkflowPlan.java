package org.curtail.workflow;

import java.util.List;

/**
 * What every stage of a workflow does. Immutable.
 *
 * @param workflow name of the workflow for which it was made
 * @param goal for which it was made
 * @param stages one per stage of the workflow, in its order
 * @param catchUp what is done for requests that are late as a whole
 */
public record WorkflowPlan(
    String workflow, WorkflowGoal goal, List<StagePlan> stages, CatchUp catchUp) {
  public WorkflowPlan {
    stages = List.copyOf(stages);
  }

  /** No stage sends anything again, and all wait. */
  public static WorkflowPlan none(Workflow workflow, WorkflowGoal goal) {
    List<StagePlan> stages =
        workflow.stages().stream().map(stage -> StagePlan.none(stage.name())).toList();
    return new WorkflowPlan(workflow.name(), goal, stages, CatchUp.NONE);
  }
}
