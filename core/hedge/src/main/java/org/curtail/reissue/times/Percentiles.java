package org.curtail.reissue.times;

import java.util.stream.DoubleStream;

/**
 * Percentiles of weighted values by nearest rank. A copy of {@code org.curtail.Percentile}, as this
 * artifact depends on no other one.
 */
public final class Percentiles {
  /** Relative tolerance, far above the rounding of a sum and far below the share of one value. */
  private static final double SLACK = 1e-9;

  private Percentiles() {}

  /**
   * Rejects a number that is not a percentile.
   *
   * @throws IllegalArgumentException if the number is not from 0 to 100
   */
  public static void check(double percentile) {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException("a percentile lies between 0 and 100: " + percentile);
    }
  }

  /**
   * Returns the position of a percentile among weighted values in ascending order.
   *
   * @param weights weight of each value: at least 0 (not checked), finite and more than 0 in total
   * @return an index from 0 to {@code weights.length - 1}
   */
  public static int rank(double percentile, double[] weights) {
    check(percentile);
    // In floating point, 0.07 * 100 is above 7. Sums of weights may have such errors, too.
    double needed = percentile / 100 * DoubleStream.of(weights).sum() * (1 - SLACK);
    int index = 0;
    double reached = weights[0];
    while (reached < needed && index < weights.length - 1) {
      reached += weights[++index];
    }
    return index;
  }
}
