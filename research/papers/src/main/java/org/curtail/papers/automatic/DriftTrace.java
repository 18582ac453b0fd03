package org.curtail.papers.automatic;

import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.sim.Arrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Requests of a service that changes at a known moment. A simulation has only one profile. So the
 * first half of this profile has the requests before the change, and the second half has the same
 * requests after the change.
 *
 * @param both the profile with both halves
 * @param trace the requests
 * @param change place in the trace of the first request after the change
 */
record DriftTrace(Profile both, Trace trace, int change) {
  private static final double NANOS_PER_MS = 1e6;

  /**
   * Draws a trace. The same seed gives the same requests for every kind of change.
   *
   * @param before the demand before
   * @param after the demand after, with the same number of requests
   * @param count number of requests
   * @param change place of the first request after the change
   */
  static DriftTrace draw(
      Arrivals arrivals, Profile before, Profile after, int count, int change, long seed) {
    Trace first = Traces.draw(arrivals, before, count, seed);
    Trace second = Traces.draw(arrivals, after, count, seed);
    return new DriftTrace(
        joined(before, after),
        Trace.of(
            IntStream.range(0, count).mapToDouble(first::arrivalMs).toArray(),
            IntStream.range(0, count)
                .map(i -> i < change ? first.request(i) : before.requests() + second.request(i))
                .toArray()),
        change);
  }

  private static Profile joined(Profile before, Profile after) {
    var both = new Profile.Builder();
    add(both, before);
    add(both, after);
    return both.build(before.source());
  }

  private static void add(Profile.Builder builder, Profile profile) {
    for (int request = 0; request < profile.requests(); request++) {
      double[] timesMs = new double[profile.maxDegree()];
      for (int d = 1; d <= timesMs.length; d++) {
        timesMs[d - 1] = profile.timeMs(request, d);
      }
      builder.add(timesMs);
    }
  }

  /** Returns the time of the first arrival after the change. */
  long changeNanos() {
    return Math.round(trace.arrivalMs(change) * NANOS_PER_MS);
  }

  /** Returns the number of arrivals from the change until a moment; 0 if the moment is earlier. */
  int requestsUntil(long nanos) {
    return (int)
        IntStream.range(change, trace.size())
            .filter(i -> trace.arrivalMs(i) * NANOS_PER_MS <= nanos)
            .count();
  }

  /** Returns the true demand of the requests that arrived within a time, as a profile. */
  Profile arrivedWithin(double fromMs, double toMs) {
    return both.select(
        IntStream.range(0, trace.size())
            .filter(i -> trace.arrivalMs(i) > fromMs && trace.arrivalMs(i) <= toMs)
            .map(trace::request)
            .toArray());
  }
}
