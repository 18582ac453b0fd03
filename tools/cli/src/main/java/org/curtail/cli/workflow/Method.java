package org.curtail.cli.workflow;

import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.partial.CombinedPlanner;
import org.curtail.workflow.plan.Realisation;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;

/**
 * The method of planning.
 *
 * @param split split of the budget
 * @param how way in which a stage uses its share
 * @param catchUp budget for late requests
 * @param options options of the planner, of a split by hulls with probabilities only
 */
record Method(Split split, Realisation how, CatchUpBudget catchUp, PlanOptions options) {
  WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal) {
    if (!isPlain()) {
      return split.split().plan(curves, goal, how);
    }
    return goal.loss() > 0 || !catchUp.equals(CatchUpBudget.NONE)
        ? CombinedPlanner.plan(curves, goal, catchUp, options)
        : WorkflowPlanner.plan(curves, goal, options);
  }

  /** True for the planner's own method, which accepts all options. */
  boolean isPlain() {
    return split == Split.HULL && how == Realisation.SINGLE_R;
  }

  /** The method with another split and without further options, for comparison. */
  Method splitting(Split other) {
    return new Method(other, how, CatchUpBudget.NONE, options);
  }

  /** The method without polishing, for many budgets at once. */
  Method withoutPolish() {
    var plain =
        new PlanOptions(
            options.byCriticality(),
            false,
            options.safetyDeviations(),
            options.requests(),
            options.seed());
    return new Method(split, how, catchUp, plain);
  }
}
