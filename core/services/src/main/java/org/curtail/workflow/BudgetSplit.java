package org.curtail.workflow;

/** Splits a budget for copies over the stages of a workflow. Pure. */
public sealed interface BudgetSplit
    permits HullFill, SumVar, EqualFraction, EqualBudget, SlowestStage {
  /**
   * Which share of its calls each stage may send again.
   *
   * @param curves of the workflow
   * @param budget what copies may cost, as a share of what all first visits cost: 0 to 1
   * @return 0 to 1 each, one per stage in the order of {@link Workflow#stages}; together they cost
   *     no more than the budget, {@link Workflow#budgetUsed}
   */
  double[] fractions(WorkflowCurves curves, double budget);

  /** The plan in which each stage spends its share as well as one copy can. */
  default WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal) {
    return plan(curves, goal, Realisation.SINGLE_R);
  }

  /** The plan in which each stage spends its share in this way. */
  default WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal, Realisation how) {
    return curves.plan(goal, fractions(curves, goal.budget()), how);
  }
}
