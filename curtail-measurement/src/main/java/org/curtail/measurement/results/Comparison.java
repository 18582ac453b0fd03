package org.curtail.measurement.results;

/**
 * One policy against another on the same arrivals: below 1 is faster.
 *
 * @param baseline the other policy
 * @param mean ratio of mean latencies
 * @param p95 ratio of 95th percentiles
 * @param p99 ratio of 99th percentiles
 */
public record Comparison(String baseline, Ratio mean, Ratio p95, Ratio p99) {
  /**
   * A ratio with its 95 % interval from resampling blocks in pairs.
   *
   * @param low lower end, at most {@code value} up to resampling error
   * @param high upper end
   */
  public record Ratio(double value, double low, double high) {
    /** True if the interval excludes that both are equal. */
    public boolean differs() {
      return high < 1 || low > 1;
    }
  }
}
