package org.curtail.benchkit.stats;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The mean of the values within a window before a moment, the moment included. */
public final class MovingAverage {
  private final double[] atMs;

  /** Sums of the first 0, 1, 2, ... values. */
  private final double[] sums;

  private final double windowMs;

  /**
   * Creates the mean of some values.
   *
   * @param atMs moment of each; not decreasing
   * @param values as many
   * @param windowMs more than 0
   */
  public MovingAverage(double[] atMs, double[] values, double windowMs) {
    this.atMs = atMs.clone();
    this.windowMs = windowMs;
    sums = new double[values.length + 1];
    System.arraycopy(values, 0, sums, 1, values.length);
    Arrays.parallelPrefix(sums, Double::sum);
  }

  /** The mean of values later than a window before this moment and no later than it, if any. */
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
