package org.curtail;

import java.util.stream.DoubleStream;

/**
 * The definition of all percentiles here: by nearest rank. So every reported tail is a value that
 * occurred. The p-th percentile of N values is the {@code ceil(p/100 * N)}-th smallest (Few-to-Many
 * paper, Figure 6, equation 5). A value of weight w counts as w values.
 */
public final class Percentile {
  /** Relative difference, far below the share of one value and far above the rounding of a sum. */
  private static final double SLACK = 1e-9;

  private Percentile() {}

  /**
   * Position of a percentile among sorted values.
   *
   * @param percentile 0 to 100, both included; 0 gives the smallest value
   * @param count number of values, at least 1
   * @return an index from 0 to {@code count - 1}
   */
  public static int rank(double percentile, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a percentile needs at least one value");
    }
    long ceiling = (long) Math.ceil(weightToReach(percentile, count));
    return Math.clamp(ceiling - 1, 0, count - 1);
  }

  /**
   * The least weight at or below a percentile. The percentile is the least value such that the
   * weights of it and of all smaller values add up to this weight.
   *
   * @param percentile 0 to 100, both included
   * @param totalWeight total weight of all values; finite, more than 0
   * @return from 0 to {@code totalWeight}. The weight is lower than the exact share by a relative
   *     1e-9, because of rounding. So even at percentile 100, greatest values of less weight than
   *     that do not count
   */
  public static double weightToReach(double percentile, double totalWeight) {
    check(percentile);
    if (!(totalWeight > 0) || Double.isInfinite(totalWeight)) {
      throw new IllegalArgumentException(
          "a percentile needs a finite positive weight: " + totalWeight);
    }
    // 0.07 * 100 is above 7 in binary, and sums of weights may be inexact too: the slack undoes
    // that.
    return percentile / 100 * totalWeight * (1 - SLACK);
  }

  /**
   * A percentile of values in ascending order.
   *
   * @param ascending at least one value, in ascending order (not checked)
   */
  public static double of(double[] ascending, double percentile) {
    return ascending[rank(percentile, ascending.length)];
  }

  /**
   * Position of a percentile among weighted values in ascending order.
   *
   * @param weights number of values that each value stands for: at least 0 (not checked), in total
   *     finite and more than 0. Only the sum of the weights of equal values matters.
   * @return an index from 0 to {@code weights.length - 1}
   */
  public static int rank(double percentile, double[] weights) {
    double needed = weightToReach(percentile, DoubleStream.of(weights).sum());
    int index = 0;
    double reached = weights[0];
    while (reached < needed && index < weights.length - 1) {
      reached += weights[++index];
    }
    return index;
  }

  /**
   * A percentile of weighted values in ascending order.
   *
   * @param ascending at least one value, in ascending order (not checked)
   * @param weights as for {@link #rank(double, double[])}
   */
  public static double of(double[] ascending, double[] weights, double percentile) {
    return ascending[rank(percentile, weights)];
  }

  /**
   * Rejects a number that is not a percentile.
   *
   * @throws IllegalArgumentException unless 0 &lt;= percentile &lt;= 100
   */
  public static void check(double percentile) {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException("a percentile lies between 0 and 100: " + percentile);
    }
  }
}
