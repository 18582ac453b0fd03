package org.curtail.benchkit.stats;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The mean of the values within a window that ends at a moment. */
public final class MovingAverage {
  private final double[] atMs;

  /** Sum of the first values, by their number. */
  private final double[] sums;

  private final double windowMs;

  /**
   * Creates the moving average of values.
   *
   * @param atMs moments of the values, not decreasing
   * @param values one value per moment
   * @param windowMs length of the window: above 0
   */
  public MovingAverage(double[] atMs, double[] values, double windowMs) {
    this.atMs = atMs.clone();
    this.windowMs = windowMs;
    sums = new double[values.length + 1];
    System.arraycopy(values, 0, sums, 1, values.length);
    Arrays.parallelPrefix(sums, Double::sum);
  }

  /**
   * Returns the mean of the values in the window that ends at this moment; empty without values.
   * The end of the window is inclusive, its begin exclusive.
   */
  public OptionalDouble at(double momentMs) {
    int from = noLaterThan(momentMs - windowMs);
    int to = noLaterThan(momentMs);
    return from == to
        ? OptionalDouble.empty()
        : OptionalDouble.of((sums[to] - sums[from]) / (to - from));
  }

  private int noLaterThan(double ms) {
    int low = 0;
    int high = atMs.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (atMs[middle] <= ms) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
