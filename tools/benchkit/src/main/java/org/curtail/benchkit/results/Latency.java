package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.Percentile;

/**
 * Latency of a run's requests, from each one's planned arrival.
 *
 * @param meanMs of all requests; then percentiles, and the greatest
 * @param p99SpreadMs 95 % interval of the p99 over resampled blocks: low, high; for a mean of
 *     several simulated runs, their smallest and greatest
 */
public record Latency(
    double meanMs,
    double p50Ms,
    double p90Ms,
    double p95Ms,
    double p99Ms,
    double p999Ms,
    double maxMs,
    List<Double> p99SpreadMs) {
  public Latency {
    for (double ms : new double[] {meanMs, p50Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs}) {
      Range.requireAtLeastZero("latencies", ms);
    }
    p99SpreadMs = List.copyOf(p99SpreadMs);
  }

  /**
   * Latency of single requests, at least one.
   *
   * @param ascendingMs the latency of each, in ascending order
   * @param meanMs their mean
   * @param p99SpreadMs an interval of the p99: low, high
   */
  public static Latency of(double[] ascendingMs, double meanMs, List<Double> p99SpreadMs) {
    return new Latency(
        meanMs,
        Percentile.of(ascendingMs, 50),
        Percentile.of(ascendingMs, 90),
        Percentile.of(ascendingMs, 95),
        Percentile.of(ascendingMs, 99),
        Percentile.of(ascendingMs, 99.9),
        ascendingMs[ascendingMs.length - 1],
        p99SpreadMs);
  }
}
