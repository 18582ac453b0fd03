package org.curtail.workflow.plan;

import java.util.List;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.estimate.CurveHull;

/**
 * The exact split of the least sum of variances. The split takes the segments of all stages' convex
 * hulls in order of their gain of variance per cost, until the budget is spent. The result is the
 * optimum of a separable convex problem with one constraint. SumVar (Kwiken, section 4.1.2)
 * approximates it. All stages but one end at corners of their hulls.
 *
 * <p>With nested calls, the split ignores the copies of other stages; {@link NestedFill} improves
 * it.
 *
 * @param weights weights of the stages' variances, in the order of {@link Workflow#stages}: finite,
 *     above 0; empty for equal weights
 */
record HullFill(List<Double> weights) implements BudgetSplit {
  HullFill {
    weights = List.copyOf(weights);
    for (double weight : weights) {
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a weight must be above 0 and finite: " + weight);
      }
    }
  }

  @Override
  public double[] fractions(WorkflowCurves curves, double budget) {
    double[] none = new double[curves.curves().size()];
    double[] fractions =
        CurveHull.filled(
            curves.hulls(),
            curves.costs().ofAll(none),
            weightsOf(none.length),
            budget * curves.costs().first());
    return curves.costs().within(budget, fractions);
  }

  private double[] weightsOf(int stages) {
    if (!weights.isEmpty() && weights.size() != stages) {
      throw new IllegalArgumentException(
          "one weight per stage, %d, but there are %d".formatted(stages, weights.size()));
    }
    double[] all = new double[stages];
    for (int s = 0; s < stages; s++) {
      all[s] = weights.isEmpty() ? 1 : weights.get(s);
    }
    return all;
  }
}
