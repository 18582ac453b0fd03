package org.curtail.workflow;

import java.util.List;

/**
 * The plans of all stages of a workflow. Immutable.
 *
 * @param workflow name of the planned workflow
 * @param goal goal of the plan
 * @param stages one per stage of the workflow, in its order
 * @param catchUp treatment of late requests
 */
public record WorkflowPlan(
    String workflow, WorkflowGoal goal, List<StagePlan> stages, CatchUp catchUp) {
  public WorkflowPlan {
    stages = List.copyOf(stages);
  }

  /** Returns a plan without copies in which each stage waits for all needed answers. */
  public static WorkflowPlan none(Workflow workflow, WorkflowGoal goal) {
    List<StagePlan> stages =
        workflow.stages().stream().map(stage -> StagePlan.none(stage.name())).toList();
    return new WorkflowPlan(workflow.name(), goal, stages, CatchUp.NONE);
  }

  /**
   * Returns a plan without copies for the 99th percentile, in which each stage waits for all needed
   * answers.
   */
  public static WorkflowPlan none(Workflow workflow) {
    return none(workflow, WorkflowGoal.reissue(99, 0));
  }

  /**
   * Rejects a plan for another workflow.
   *
   * @throws IllegalArgumentException if the workflow has another name or other stages, or if the
   *     catch-up names an unknown stage; the message names the difference
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
