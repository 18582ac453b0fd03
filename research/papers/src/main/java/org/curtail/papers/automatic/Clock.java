package org.curtail.papers.automatic;

import java.util.List;
import org.curtail.sim.Trace;

/**
 * Mean times of arrivals over runs with the same number of requests.
 *
 * @param traces traces of the runs; at least one
 */
record Clock(List<Trace> traces) {
  private static final double MS_PER_SECOND = 1000;
  private static final double SECONDS_PER_DAY = 86_400;

  Clock {
    traces = List.copyOf(traces);
  }

  /** Returns the seconds from the begin until the request at this place arrives. */
  double seconds(int place) {
    return traces.stream().mapToDouble(trace -> trace.arrivalMs(place)).average().orElseThrow()
        / MS_PER_SECOND;
  }

  /** Returns the total length of all runs, in days. */
  double days() {
    return traces.stream().mapToDouble(trace -> trace.arrivalMs(trace.size() - 1)).sum()
        / MS_PER_SECOND
        / SECONDS_PER_DAY;
  }
}
