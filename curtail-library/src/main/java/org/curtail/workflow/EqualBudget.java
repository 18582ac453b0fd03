package org.curtail.workflow;

/**
 * Every stage may spend the same on copies: an opponent (Kwiken, section 5.2). A cheap stage sends
 * all its calls again at most; what it leaves is not spent.
 */
public record EqualBudget() implements BudgetSplit {
  @Override
  public double[] fractions(WorkflowCurves curves, double budget) {
    double[] costs = curves.copyCosts(new double[curves.workflow().stages().size()]);
    double each = budget * curves.workflow().totalCost() / costs.length;
    double[] fractions = new double[costs.length];
    for (int s = 0; s < costs.length; s++) {
      fractions[s] = Math.min(1, each / costs[s]);
    }
    return curves.within(budget, fractions);
  }
}
