package org.curtail.benchkit.policyruns;

import org.curtail.Profile;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What no policy can be below on a trace, even knowing the future.
 *
 * @param p99Ms of the latency
 * @param lateShare of the requests; null without a target
 */
public record Limit(double p99Ms, @Nullable Double lateShare) {
  private static final double TAIL = 99;

  /**
   * The limit on a trace.
   *
   * @param profile whose requests the trace has
   * @param targetMs latency above which a request is late; null if none is
   */
  public static Limit of(Trace trace, Profile profile, int cores, @Nullable Double targetMs) {
    var bound = ClairvoyantBound.of(trace, profile, cores);
    return new Limit(
        bound.percentileMs(TAIL),
        targetMs == null ? null : (double) bound.leastLate(targetMs) / trace.size());
  }
}
