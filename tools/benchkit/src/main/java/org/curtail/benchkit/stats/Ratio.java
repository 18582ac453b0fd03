package org.curtail.benchkit.stats;

/**
 * A ratio with its 95 % interval, from paired resampling of blocks.
 *
 * @param low lower end of the interval, at most {@code value} except for resampling error
 * @param high upper end of the interval
 */
public record Ratio(double value, double low, double high) {
  /** True if the interval excludes 1. */
  public boolean differs() {
    return high < 1 || low > 1;
  }
}
