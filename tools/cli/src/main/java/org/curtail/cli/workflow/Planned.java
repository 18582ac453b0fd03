package org.curtail.cli.workflow;

import java.util.List;
import org.curtail.workflow.CostBound;
import org.curtail.workflow.WorkflowCurves;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;

/**
 * A plan and what is to be said of it.
 *
 * @param method by which it was made
 * @param shown the workflow without it
 * @param curves of the stages
 * @param tried on the times of which it was made
 * @param cost of copies, and how far it may be off
 * @param tails how long each stage takes with it
 * @param heldOut on times that it had not seen; null if there are too few for that
 * @param budgets what budgets bring, of this split and of its opponents
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
   * A plan on times it had not seen.
   *
   * @param tried what came of it
   * @param how in words: which plan, and on which times
   */
  record HeldOut(Tried tried, String how) {}

  WorkflowPlan plan() {
    return tried.plan();
  }

  WorkflowGoal goal() {
    return plan().goal();
  }

  /** As its file keeps it. */
  WorkflowPlanDocument noted(String source, List<String> notes) {
    return new WorkflowPlanDocument(
        plan(),
        tried.expected(),
        heldOut == null ? null : heldOut.tried().expected(),
        source,
        notes);
  }
}
