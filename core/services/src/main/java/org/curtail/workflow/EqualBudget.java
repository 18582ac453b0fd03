package org.curtail.workflow;

/**
 * Every stage may spend the same on copies: an opponent (Kwiken, section 5.2). A cheap stage sends
 * all its calls again at most; what it leaves is not spent.
 */
public record EqualBudget() implements BudgetSplit {
  @Override
  public double[] fractions(WorkflowCurves curves, double budget) {
    double[] costs = curves.costs().ofAll(new double[curves.curves().size()]);
    double each = budget * curves.costs().first() / costs.length;
    double[] fractions = new double[costs.length];
    for (int s = 0; s < costs.length; s++) {
      fractions[s] = Math.min(1, each / costs[s]);
    }
    return curves.costs().within(budget, fractions);
  }
}
