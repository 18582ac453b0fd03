package org.curtail.workflow;

/**
 * What a plan with all techniques together is for (Kwiken, section 4.4).
 *
 * @param goal percentile to lower, budget of copies, and share of utility that may be lost
 * @param catchUp what may be spent on late requests
 */
public record WholeGoal(WorkflowGoal goal, CatchUpBudget catchUp) {
  /** Copies and partial answers, without catch-up. */
  public static WholeGoal of(double percentile, double budget, double loss) {
    return new WholeGoal(new WorkflowGoal(percentile, budget, loss), CatchUpBudget.NONE);
  }

  /** The same with catch-up. */
  public WholeGoal catchingUp(CatchUpBudget other) {
    return new WholeGoal(goal, other);
  }
}
