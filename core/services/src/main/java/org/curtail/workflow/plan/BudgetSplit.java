package org.curtail.workflow.plan;

import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;

/** A rule that splits a budget for copies over the stages of a workflow. Pure. */
@FunctionalInterface
public interface BudgetSplit {
  /**
   * Returns, for each stage, the share of its calls that may have a copy.
   *
   * @param curves curves of the workflow
   * @param budget cost of copies, as a share of the cost of all original visits: 0 to 1
   * @return shares from 0 to 1, one per stage in the order of {@link Workflow#stages}; their cost
   *     by {@link Workflow#budgetUsed} is at most the budget
   */
  double[] fractions(WorkflowCurves curves, double budget);

  /** Returns the plan in which each stage spends its share by {@link Realisation#SINGLE_R}. */
  default WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal) {
    return plan(curves, goal, Realisation.SINGLE_R);
  }

  /** Returns the plan in which each stage spends its share by a kind of policy. */
  default WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal, Realisation how) {
    return curves.plan(goal, fractions(curves, goal.budget()), how);
  }

  /** Returns the split of the least sum of variances, with equal weights. The split is exact. */
  static BudgetSplit leastVariance() {
    return leastVariance(List.of());
  }

  /**
   * Returns the split of the least weighted sum of variances. The split is exact.
   *
   * @param weights weights of the stages' variances, in the order of {@link Workflow#stages}:
   *     finite, above 0; empty for equal weights
   */
  static BudgetSplit leastVariance(List<Double> weights) {
    return new HullFill(weights);
  }

  /** Returns {@link #sumVar(double)} with 3 chunks per stage. */
  static BudgetSplit sumVar() {
    return sumVar(3);
  }

  /**
   * Returns the greedy split of Kwiken, section 4.1.2, for comparison: it approximates {@link
   * #leastVariance}.
   *
   * @param gamma chunks per stage: above 0; 2 to 4 in the paper
   */
  static BudgetSplit sumVar(double gamma) {
    return new SumVar(gamma);
  }

  /**
   * Returns a split with the same share of copies for all stages (Kwiken, section 5.2), for
   * comparison.
   */
  static BudgetSplit equalFraction() {
    return (curves, budget) -> {
      double[] fractions = new double[curves.workflow().stages().size()];
      Arrays.fill(fractions, budget);
      return curves.costs().within(budget, fractions);
    };
  }

  /**
   * Returns a split with the same cost for all stages (Kwiken, section 5.2), for comparison. A
   * cheap stage sends at most one copy of each call; the rest of its part is not spent.
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
   * Returns a split that gives the whole budget to the stage of the greatest mean latency, for
   * comparison. The stage sends at most one copy of each call; the rest is not spent.
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
