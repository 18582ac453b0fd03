package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;

/** Splits a budget for copies over the stages of a workflow. Pure. */
@FunctionalInterface
public interface BudgetSplit {
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

  /** The split of least sum of variances, exactly; all variances count the same. */
  static BudgetSplit leastVariance() {
    return leastVariance(List.of());
  }

  /**
   * The same with weights.
   *
   * @param weights of the stages' variances, in the order of {@link Workflow#stages}: finite, above
   *     0; none if all count the same
   */
  static BudgetSplit leastVariance(List<Double> weights) {
    return new HullFill(weights);
  }

  /** {@link #sumVar(double)} in the middle of what the paper uses. */
  static BudgetSplit sumVar() {
    return sumVar(3);
  }

  /**
   * The greedy split of the paper (Kwiken, section 4.1.2), to compare with: {@link #leastVariance}
   * does the same without steps.
   *
   * @param gamma chunks per stage: above 0; 2 to 4 in the paper
   */
  static BudgetSplit sumVar(double gamma) {
    return new SumVar(gamma);
  }

  /** Every stage sends the same share of its calls again: an opponent (Kwiken, section 5.2). */
  static BudgetSplit equalFraction() {
    return (curves, budget) -> {
      double[] fractions = new double[curves.workflow().stages().size()];
      Arrays.fill(fractions, budget);
      return curves.costs().within(budget, fractions);
    };
  }

  /**
   * Every stage may spend the same on copies: an opponent (Kwiken, section 5.2). A cheap stage
   * sends all its calls again at most; what it leaves is not spent.
   */
  static BudgetSplit equalBudget() {
    return (curves, budget) -> {
      double[] costs = curves.costs().ofAll(new double[curves.curves().size()]);
      double each = budget * curves.costs().first() / costs.length;
      double[] fractions = new double[costs.length];
      Arrays.setAll(fractions, s -> Math.min(1, each / costs[s]));
      return curves.costs().within(budget, fractions);
    };
  }

  /**
   * The stage of the greatest mean latency gets the whole budget: an opponent. It sends all its
   * calls again at most; what is left is not spent.
   */
  static BudgetSplit slowestStage() {
    return (curves, budget) -> {
      int slowest = 0;
      for (int s = 1; s < curves.curves().size(); s++) {
        if (curves.curves().get(s).without().meanMillis()
            > curves.curves().get(slowest).without().meanMillis()) {
          slowest = s;
        }
      }
      double[] fractions = new double[curves.curves().size()];
      double cost = curves.costs().ofAll(fractions)[slowest];
      fractions[slowest] = Math.min(1, budget * curves.costs().first() / cost);
      return fractions;
    };
  }
}
