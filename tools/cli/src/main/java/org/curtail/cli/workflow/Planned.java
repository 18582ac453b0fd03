package org.curtail.cli.workflow;

import java.util.List;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.CostBound;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;

/**
 * A plan with the findings on it.
 *
 * @param method method of planning
 * @param shown the workflow without the plan
 * @param curves curves of the stages
 * @param tried trial on the times of planning
 * @param cost cost of copies, with its possible error
 * @param tails tails of each stage with the plan
 * @param heldOut trial on held-out times; null if there are too few
 * @param budgets gains by budget, of this split and of other splits
 */
record Planned(
    Method method,
    Shown shown,
    WorkflowCurves curves,
    Tried tried,
    CostBound cost,
    List<StageTail> tails,
    @Nullable HeldOut heldOut,
    List<BudgetPoint> budgets) {
  Planned {
    tails = List.copyOf(tails);
    budgets = List.copyOf(budgets);
  }

  /**
   * A plan on held-out times.
   *
   * @param tried result of the plan
   * @param how description in words: the plan and the times
   */
  record HeldOut(Tried tried, String how) {}

  WorkflowPlan plan() {
    return tried.plan();
  }

  WorkflowGoal goal() {
    return plan().goal();
  }

  /** The plan in the form of its file. */
  WorkflowPlanDocument noted(String source, List<String> notes) {
    return new WorkflowPlanDocument(
        plan(),
        tried.expected(),
        heldOut == null ? null : heldOut.tried().expected(),
        source,
        notes);
  }
}
