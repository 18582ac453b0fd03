package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/**
 * Figures of a policy at a point of a {@link Grid}: means over runs of several seeds.
 *
 * @param meanMs mean latency in milliseconds; then percentiles
 * @param unstable true if the policy did not keep up with the arrivals; the figures then depend on
 *     the length of the runs. Absent otherwise
 */
public record GridFigures(
    String policy,
    double meanMs,
    double p50Ms,
    double p95Ms,
    double p99Ms,
    double p999Ms,
    @Nullable Boolean unstable) {
  public GridFigures {
    for (double ms : new double[] {meanMs, p50Ms, p95Ms, p99Ms, p999Ms}) {
      Range.requireAtLeastZero("latencies", ms);
    }
  }

  /** True if the policy kept up. */
  boolean keptUp() {
    return unstable == null || !unstable;
  }
}
