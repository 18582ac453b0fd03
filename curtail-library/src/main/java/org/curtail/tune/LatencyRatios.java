package org.curtail.tune;

/**
 * How latencies compare with others of the same requests, as ratios; less than 1 is faster. Each
 * latency is the mean over several runs, as of the percentiles of each.
 *
 * @param mean of the mean latency
 * @param p50 of the median, and so on
 * @param worst the greatest ratio of the mean and of the percentiles 1 to 99 and 99.9
 * @param worstPercentile that has it, -1 if it is the mean
 */
public record LatencyRatios(
    double mean,
    double p50,
    double p95,
    double p99,
    double p999,
    double worst,
    double worstPercentile) {
  /** For {@link #worstPercentile}. */
  public static final double MEAN = -1;
}
