package org.curtail.workflow;

import java.util.List;
import java.util.function.BiFunction;

/**
 * Finds a plan of a workflow that holds under load, where copies are load themselves. Nothing here
 * runs anything: whoever uses it runs the plan of each {@link #step}, in a simulator or live, until
 * there is a verdict. Immutable: each observation makes a new one.
 */
public final class WorkflowFeedback {
  private WorkflowFeedback() {}

  /**
   * Before the first run.
   *
   * @param plan to judge; its goal has the budget and the percentile
   * @param planner makes a plan for a goal with a lower budget, from the times that were seen: a
   *     {@code WorkflowPlanner} (less budget), or {@link ThinnedPlan} (less probability)
   */
  public static WorkflowFeedback of(
      WorkflowPlan plan, BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner) {
    throw new UnsupportedOperationException("not written yet");
  }

  /** The same, run to its verdict in a simulation; the first tenth of each run is left out. */
  public static WorkflowFeedback simulate(
      WorkflowLoad load,
      WorkflowTraffic traffic,
      WorkflowPlan plan,
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner) {
    throw new UnsupportedOperationException("not written yet");
  }

  /** What to do now. */
  public WorkflowStep step() {
    throw new UnsupportedOperationException("not written yet");
  }

  /**
   * Goes on with what came of the last {@link WorkflowStep.Run}.
   *
   * @throws IllegalStateException if the last step was a verdict
   */
  public WorkflowFeedback observe(WorkflowObservation seen) {
    throw new UnsupportedOperationException("not written yet");
  }

  /** What has been run so far, in order; first the one without copies. */
  public List<WorkflowTrial> trials() {
    throw new UnsupportedOperationException("not written yet");
  }
}
