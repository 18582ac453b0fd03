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

  /** No stage sends anything again, and all wait; made for no goal in particular. */
  public static WorkflowPlan none(Workflow workflow) {
    return none(workflow, WorkflowGoal.reissue(99, 0));
  }

  /**
   * Rejects a plan for another workflow.
   *
   * @throws IllegalArgumentException unless name, stages and their order are those of the workflow,
   *     and the catch-up names stages of it only; says what differs
   */
  public void requireFits(Workflow other) {
    if (!workflow.equals(other.name())) {
      throw new IllegalArgumentException(
          "the plan is for workflow %s, not for %s".formatted(workflow, other.name()));
    }
    List<String> planned = stages.stream().map(StagePlan::stage).toList();
    List<String> there = other.stages().stream().map(Stage::name).toList();
    if (!planned.equals(there)) {
      throw new IllegalArgumentException(
          "the plan is for another workflow: " + difference(planned, there));
    }
    if (catchUp instanceof CatchUp.GlobalReissue late) {
      late.policies().keySet().forEach(other::index);
    }
  }

  private static String difference(List<String> planned, List<String> there) {
    for (String stage : planned) {
      if (!there.contains(stage)) {
        return "it has stage %s, which the workflow has not".formatted(stage);
      }
    }
    for (String stage : there) {
      if (!planned.contains(stage)) {
        return "it lacks stage " + stage;
      }
    }
    return "its stages are in the order %s instead of %s".formatted(planned, there);
  }
}
