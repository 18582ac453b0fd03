package org.curtail.workflow.plan;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.curtail.workflow.estimate.CurveHull;

/**
 * The greedy split of Kwiken, section 4.1.2. The split divides the budget into {@code gamma} chunks
 * per stage, and gives each chunk to the stage of the greatest fall of variance. The paper leaves
 * two points open. Here, a step ends where more copies gain nothing, and its cost is what it used.
 * Steps are compared by their gain per cost.
 *
 * <p>This split is for comparison with {@link HullFill}.
 *
 * @param gamma chunks per stage: above 0; 2 to 4 in the paper
 */
record SumVar(double gamma) implements BudgetSplit {
  /** A budget is spent if at most this share of it is left. */
  private static final double ROUNDING = 1e-12;

  SumVar {
    if (!(gamma > 0 && gamma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("gamma must be above 0 and finite: " + gamma);
    }
  }

  @Override
  public double[] fractions(WorkflowCurves curves, double budget) {
    double[] costs = curves.costs().ofAll(new double[curves.curves().size()]);
    double[] fractions = filled(curves.hulls(), costs, budget * curves.costs().first(), gamma);
    return curves.costs().within(budget, fractions);
  }

  private record Step(int curve, double toFraction, double cost, double lessPerCost) {}

  /**
   * Returns the reached fraction of each curve.
   *
   * @param costs cost of going from 0 to 1 along each curve: above 0
   * @param budget budget in the unit of costs: at least 0
   */
  static double[] filled(List<CurveHull> hulls, double[] costs, double budget, double gamma) {
    double[] fractions = new double[costs.length];
    double chunk = budget / StrictMath.ceil(gamma * costs.length);
    var steps = new PriorityQueue<Step>(Comparator.comparingDouble(Step::lessPerCost).reversed());
    double left = budget;
    for (int i = 0; i < costs.length; i++) {
      add(steps, i, hulls.get(i), 0, costs[i], Math.min(chunk, left));
    }
    while (left > budget * ROUNDING && !steps.isEmpty()) {
      Step step = steps.remove();
      int i = step.curve();
      if (step.cost() > left * (1 + ROUNDING)) {
        // Less than a chunk is left, so another curve may gain more.
        add(steps, i, hulls.get(i), fractions[i], costs[i], left);
        continue;
      }
      fractions[i] = step.toFraction();
      left -= step.cost();
      add(steps, i, hulls.get(i), fractions[i], costs[i], Math.min(chunk, left));
    }
    return fractions;
  }

  private static void add(
      PriorityQueue<Step> steps,
      int curve,
      CurveHull hull,
      double from,
      double cost,
      double affordable) {
    double most = hull.mostFraction();
    boolean isCapped = from + affordable / cost > most;
    double to = isCapped ? most : from + affordable / cost;
    if (to > from) {
      // Spends the exact amount, so that rounding leaves no rest.
      double spent = isCapped ? Math.min(affordable, (most - from) * cost) : affordable;
      steps.add(new Step(curve, to, spent, (hull.at(from) - hull.at(to)) / spent));
    }
  }
}
