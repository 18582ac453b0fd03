package org.curtail.benchkit.results;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a policy's ratios at many points.
 *
 * @param geometricMean of the ratios; NaN if there are none
 * @param worst the greatest of them; NaN if there are none
 * @param worstAt the point of the greatest; null if there are none
 * @param points number of ratios
 * @param unstable number of points without one, since the policy did not keep up there
 */
public record GridSummary(
    double geometricMean, double worst, @Nullable GridPoint worstAt, int points, int unstable) {
  /**
   * Summary over these points; a point without a ratio counts only if the policy did not keep up
   * there.
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
