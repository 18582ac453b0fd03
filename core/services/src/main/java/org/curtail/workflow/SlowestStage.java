package org.curtail.workflow;

/**
 * The stage of the greatest mean latency gets the whole budget: an opponent. It sends all its calls
 * again at most; what is left is not spent.
 */
public record SlowestStage() implements BudgetSplit {
  @Override
  public double[] fractions(WorkflowCurves curves, double budget) {
    int slowest = 0;
    for (int s = 1; s < curves.curves().size(); s++) {
      if (mean(curves, s) > mean(curves, slowest)) {
        slowest = s;
      }
    }
    double[] fractions = new double[curves.curves().size()];
    double cost = curves.costs().ofAll(fractions)[slowest];
    fractions[slowest] = Math.min(1, budget * curves.costs().first() / cost);
    return fractions;
  }

  private static double mean(WorkflowCurves curves, int stage) {
    return curves.curves().get(stage).without().meanMillis();
  }
}
