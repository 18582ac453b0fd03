package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.Percentile;

/**
 * Latency of a run's requests since their planned arrivals.
 *
 * @param meanMs mean latency; then percentiles and the greatest latency
 * @param p99SpreadMs 95 % interval of the p99 over resampled blocks: low, high; for a mean of
 *     several simulated runs, their least and greatest p99
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
   * Returns the figures of requests.
   *
   * @param ascendingMs latencies in ascending order, at least one
   * @param meanMs mean latency
   * @param p99SpreadMs interval of the p99: low, high
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
