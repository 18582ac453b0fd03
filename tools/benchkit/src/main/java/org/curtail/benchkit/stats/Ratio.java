package org.curtail.benchkit.stats;

/**
 * A ratio with its 95 % interval from resampling blocks in pairs.
 *
 * @param low lower end, at most {@code value} up to resampling error
 * @param high upper end
 */
public record Ratio(double value, double low, double high) {
  /** True if the interval excludes 1. */
  public boolean differs() {
    return high < 1 || low > 1;
  }
}
