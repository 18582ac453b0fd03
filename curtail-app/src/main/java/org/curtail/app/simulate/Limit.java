package org.curtail.app.simulate;

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

  static Limit of(Trace trace, SimulationSetting setting) {
    var bound = ClairvoyantBound.of(trace, setting.profile(), setting.machine().cores());
    Double targetMs = setting.targetMs();
    return new Limit(
        bound.percentileMs(TAIL),
        targetMs == null ? null : (double) bound.leastLate(targetMs) / trace.size());
  }
}
