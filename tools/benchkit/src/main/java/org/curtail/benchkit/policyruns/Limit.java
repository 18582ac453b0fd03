package org.curtail.benchkit.policyruns;

import org.curtail.Profile;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/**
 * A lower bound for every policy on a trace, even with knowledge of the future.
 *
 * @param p99Ms 99th percentile of the latency in milliseconds
 * @param lateShare share of late requests; null without a target
 */
public record Limit(double p99Ms, @Nullable Double lateShare) {
  private static final double TAIL = 99;

  /**
   * Returns the limit on a trace.
   *
   * @param profile profile of the trace's requests
   * @param targetMs latency above which a request is late; null for no target
   */
  public static Limit of(Trace trace, Profile profile, int cores, @Nullable Double targetMs) {
    var bound = ClairvoyantBound.of(trace, profile, cores);
    return new Limit(
        bound.percentileMs(TAIL),
        targetMs == null ? null : (double) bound.leastLate(targetMs) / trace.size());
  }
}
