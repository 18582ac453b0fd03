package org.curtail.benchkit.policyruns;

import org.curtail.Profile;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/**
 * The bound that no policy can beat on a trace, even knowing the future.
 *
 * @param p99Ms of the latency
 * @param lateShare of the requests; null without a target
 */
public record Limit(double p99Ms, @Nullable Double lateShare) {
  private static final double TAIL = 99;

  /**
   * The limit on a trace.
   *
   * @param profile of the trace's requests
   * @param targetMs latency above which a request is late; null for no target
   */
  public static Limit of(Trace trace, Profile profile, int cores, @Nullable Double targetMs) {
    var bound = ClairvoyantBound.of(trace, profile, cores);
    return new Limit(
        bound.percentileMs(TAIL),
        targetMs == null ? null : (double) bound.leastLate(targetMs) / trace.size());
  }
}
