package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.workflow.CurveHull.HullSegment;

/**
 * The split of the least sum of variances, exactly: takes the segments of all stages' convex hulls
 * in order of their gain of variance per cost, until the budget is spent. That is the optimum of a
 * separable convex problem with one constraint. SumVar (Kwiken, section 4.1.2) approaches it with
 * ever smaller steps, and a linear program finds it too. All stages but one end at corners of their
 * hulls.
 *
 * <p>With nested calls, each stage is taken as if no other stage sent copies; {@link
 * WorkflowPlanner} goes on from there.
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
        filled(
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

  private record Piece(int curve, HullSegment segment, double lessPerCost) {}

  /**
   * Returns the reached fraction of each curve.
   *
   * @param hulls convex, falling
   * @param costs cost of going from 0 to 1 along each curve: above 0
   * @param weights weights of the curves' values: above 0
   * @param budget in the unit of costs: at least 0
   */
  static double[] filled(List<CurveHull> hulls, double[] costs, double[] weights, double budget) {
    var pieces = new ArrayList<Piece>();
    for (int i = 0; i < costs.length; i++) {
      for (HullSegment segment : hulls.get(i).segments()) {
        pieces.add(new Piece(i, segment, weights[i] * segment.slope() / costs[i]));
      }
    }
    // The sort is stable: pieces of one curve stay in order, even where rounding makes them equal.
    pieces.sort(Comparator.comparingDouble(Piece::lessPerCost).reversed());
    double[] fractions = new double[costs.length];
    double left = budget;
    for (Piece piece : pieces) {
      int curve = piece.curve();
      double more = piece.segment().toFraction() - fractions[curve];
      if (more * costs[curve] > left) {
        fractions[curve] += left / costs[curve];
        break;
      }
      fractions[curve] = piece.segment().toFraction();
      left -= more * costs[curve];
    }
    return fractions;
  }
}
