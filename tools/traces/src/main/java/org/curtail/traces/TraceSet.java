package org.curtail.traces;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All requests of a recording. Immutable, except {@code damage}.
 *
 * @param traces requests in order of their start; at least one
 * @param damage damage in the recording
 * @param spans number of spans read in all traces, without duplicates
 * @param leftOut files of a folder without spans
 * @param unit unit of the recording's times of day, for times that users enter
 */
public record TraceSet(
    List<Trace> traces, DamageCounts damage, long spans, List<String> leftOut, TimeUnit unit) {
  public TraceSet {
    leftOut = List.copyOf(leftOut);
    traces =
        traces.stream()
            .sorted(Comparator.comparingLong((Trace t) -> t.startNanos()).thenComparing(Trace::id))
            .toList();
    if (traces.isEmpty()) {
      throw new IllegalArgumentException("a recording has at least one trace");
    }
  }

  /** Start of the first request, since the zero of the recording's clock. */
  public long startNanos() {
    return traces.getFirst().startNanos();
  }

  /** Start of the last request. */
  public long lastStartNanos() {
    return traces.getLast().startNanos();
  }

  /** Returns the requests that began in a window. */
  public List<Trace> in(Window window) {
    return traces.stream().filter(trace -> window.contains(trace.startNanos())).toList();
  }
}
