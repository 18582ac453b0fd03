package org.curtail.workflow.partial;

import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.estimate.CurveHull;
import org.curtail.workflow.partial.PartialSearch.PartialPoint;

/**
 * The variance of a stage's latency over the share of lost answers: the variance-response curve
 * V(r) of Kwiken, section 4.2.1. Each point has the T_c, T_d and p of least variance for its loss.
 * The curve keeps its visits, to search for other losses. Not thread-safe.
 */
public final class PartialCurve {
  /** Computed losses, as shares of the greatest loss. */
  private static final double[] SHARES = {
    0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1
  };

  private final double mostLoss;
  private final PartialSearch search;
  private final PartialPoint without;
  private final List<PartialPoint> points;
  private final CurveHull hull;

  private PartialCurve(double mostLoss, PartialSearch search) {
    this.mostLoss = mostLoss;
    this.search = search;
    without = search.best(0);
    points = search.best(Arrays.stream(SHARES).map(share -> share * mostLoss).toArray());
    double[] losses = Arrays.stream(SHARES).map(share -> share * mostLoss).toArray();
    double[] variances = points.stream().mapToDouble(PartialPoint::varianceMillisSquared).toArray();
    hull =
        mostLoss == 0
            ? CurveHull.through(without.varianceMillisSquared(), new double[0], new double[0])
            : CurveHull.through(without.varianceMillisSquared(), losses, variances);
  }

  /**
   * Returns the curve of a stage.
   *
   * @param visits visits of the stage
   * @param mostLoss greatest loss of the curve: at least 0, below 1
   */
  public static PartialCurve of(Visits visits, double mostLoss) {
    PartialAnswers.requireLoss(mostLoss);
    return new PartialCurve(mostLoss, new PartialSearch(visits, mostLoss));
  }

  /** Returns the greatest loss of the curve. */
  public double mostLoss() {
    return mostLoss;
  }

  /** Returns the point without any loss. */
  PartialPoint without() {
    return without;
  }

  /** Returns the computed points, by ascending allowed loss; the loss of a point may be less. */
  List<PartialPoint> points() {
    return points;
  }

  /**
   * Returns the lower convex hull of the variance, in square milliseconds, over the allowed loss.
   */
  CurveHull hull() {
    return hull;
  }

  /**
   * Returns the rule of least variance.
   *
   * @param loss greatest share of needed answers that may be lost: 0 to {@link #mostLoss}
   */
  public PartialAnswer leastVariance(double loss) {
    return point(loss).answer();
  }

  /** Returns the rule of least variance with its effect. */
  PartialPoint point(double loss) {
    if (!(loss >= 0 && loss <= mostLoss)) {
      throw new IllegalArgumentException("loss must be from 0 to " + mostLoss + ": " + loss);
    }
    return search.best(loss);
  }
}
