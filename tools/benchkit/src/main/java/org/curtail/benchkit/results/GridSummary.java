package org.curtail.benchkit.results;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a policy's ratios at many points.
 *
 * @param geometricMean geometric mean of the ratios; NaN without ratios
 * @param worst greatest ratio; NaN without ratios
 * @param worstAt point of the greatest ratio; null without ratios
 * @param points number of ratios
 * @param unstable number of points at which the policy did not keep up
 */
public record GridSummary(
    double geometricMean, double worst, @Nullable GridPoint worstAt, int points, int unstable) {
  /**
   * Returns the summary over these points. A point without a ratio counts as unstable if the policy
   * did not keep up there.
   */
  public static GridSummary of(
      List<GridPoint> among, String policy, Function<GridPoint, OptionalDouble> ratioAt) {
    double logs = 0;
    double worst = Double.NaN;
    GridPoint worstAt = null;
    int points = 0;
    int unstable = 0;
    for (GridPoint point : among) {
      OptionalDouble ratio = ratioAt.apply(point);
      if (ratio.isPresent()) {
        points++;
        logs += Math.log(ratio.getAsDouble());
        if (worstAt == null || ratio.getAsDouble() > worst) {
          worst = ratio.getAsDouble();
          worstAt = point;
        }
      } else if (point.failed(policy)) {
        unstable++;
      }
    }
    return new GridSummary(Math.exp(logs / points), worst, worstAt, points, unstable);
  }

  /** True if the policy kept up everywhere and no ratio is above a bound. */
  public boolean isWithin(double bound) {
    return unstable == 0 && points > 0 && worst <= bound;
  }
}
