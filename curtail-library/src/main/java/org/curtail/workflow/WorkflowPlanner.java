package org.curtail.workflow;

import java.util.Optional;

/**
 * Splits a budget for copies over the stages of a workflow so that the tail from end to end gets
 * short (Kwiken, section 4.1, with {@link HullFill} in place of its greedy search). Stages wait for
 * all; partial answers are planned elsewhere.
 */
public final class WorkflowPlanner {
  private WorkflowPlanner() {}

  /** The plain plan for a budget. */
  public static WorkflowPlan plan(Workflow workflow, WorkflowGoal goal) {
    return plan(WorkflowCurves.of(workflow), goal, PlanOptions.DEFAULT);
  }

  /** A plan for a budget. */
  public static WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    throw new UnsupportedOperationException();
  }

  /**
   * The plan of least budget that brings a percentile to a target.
   *
   * @param percentile above 0, below 100
   * @param targetMillis above 0
   * @return empty if not even a budget of 1 reaches the target; without copies if none is needed
   */
  public static Optional<WorkflowPlan> leastBudget(
      Workflow workflow, double percentile, double targetMillis) {
    return leastBudget(WorkflowCurves.of(workflow), percentile, targetMillis, PlanOptions.DEFAULT);
  }

  /** The same of curves that were drawn before. */
  public static Optional<WorkflowPlan> leastBudget(
      WorkflowCurves curves, double percentile, double targetMillis, PlanOptions options) {
    throw new UnsupportedOperationException();
  }
}
