package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;

/** Splits a budget for copies over the stages of a workflow. Pure. */
@FunctionalInterface
public interface BudgetSplit {
  /**
   * Returns the share of its calls for which each stage may send copies.
   *
   * @param curves curves of the workflow
   * @param budget cost of copies, as a share of the cost of all original visits: 0 to 1
   * @return 0 to 1 each, one per stage in the order of {@link Workflow#stages}; together they cost
   *     no more than the budget, {@link Workflow#budgetUsed}
   */
  double[] fractions(WorkflowCurves curves, double budget);

  /** Returns the plan in which each stage spends its share as well as one copy can. */
  default WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal) {
    return plan(curves, goal, Realisation.SINGLE_R);
  }

  /** Returns the plan in which each stage spends its share by a given kind of policy. */
  default WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal, Realisation how) {
    return curves.plan(goal, fractions(curves, goal.budget()), how);
  }

  /** Returns the split of the least sum of variances, exactly, with equal weights. */
  static BudgetSplit leastVariance() {
    return leastVariance(List.of());
  }

  /**
   * Returns the split of the least weighted sum of variances, exactly.
   *
   * @param weights weights of the stages' variances, in the order of {@link Workflow#stages}:
   *     finite, above 0; empty for equal weights
   */
  static BudgetSplit leastVariance(List<Double> weights) {
    return new HullFill(weights);
  }

  /** Returns {@link #sumVar(double)} with the middle of the paper's values. */
  static BudgetSplit sumVar() {
    return sumVar(3);
  }

  /**
   * Returns the greedy split of the paper (Kwiken, section 4.1.2) for comparison: {@link
   * #leastVariance} does the same without steps.
   *
   * @param gamma chunks per stage: above 0; 2 to 4 in the paper
   */
  static BudgetSplit sumVar(double gamma) {
    return new SumVar(gamma);
  }

  /**
   * Returns a split with the same share of copies for all stages: an alternative (Kwiken, section
   * 5.2).
   */
  static BudgetSplit equalFraction() {
    return (curves, budget) -> {
      double[] fractions = new double[curves.workflow().stages().size()];
      Arrays.fill(fractions, budget);
      return curves.costs().within(budget, fractions);
    };
  }

  /**
   * Returns a split with the same cost for all stages: an alternative (Kwiken, section 5.2). A
   * cheap stage sends one copy of each call at most; the rest of its part is not spent.
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
   * Returns a split that gives the whole budget to the stage of the greatest mean latency: an
   * alternative. It sends one copy of each call at most; the rest is not spent.
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
