package org.curtail.traces;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All requests of a recording, in order of their start. Immutable, but for its counts.
 *
 * @param traces at least one
 * @param damage what was broken in them
 * @param spans how many were read, all traces together, without duplicates
 * @param leftOut files of a folder in which no spans were found
 * @param unit in which the recording has times of day, for users who name some
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

  /** When the first request began, since whatever the recording counts from. */
  public long startNanos() {
    return traces.getFirst().startNanos();
  }

  /** When the last request began. */
  public long lastStartNanos() {
    return traces.getLast().startNanos();
  }

  /** The requests that began in a window. */
  public List<Trace> in(Window window) {
    return traces.stream().filter(trace -> window.contains(trace.startNanos())).toList();
  }
}
