package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;

/**
 * Requests of one kind. Immutable.
 *
 * @param kind kind of the requests
 * @param traces requests in order of their start; at least one
 */
public record TracedWorkflow(RequestKind kind, List<Trace> traces) {
  private static final double NANOS_PER_MILLI = 1e6;

  public TracedWorkflow {
    traces = List.copyOf(traces);
    if (traces.isEmpty()) {
      throw new IllegalArgumentException("a workflow has at least one request");
    }
  }

  /** Returns the workflows of a recording by number of requests, largest first. */
  public static List<TracedWorkflow> of(List<Trace> traces) {
    Map<RequestKind, List<Trace>> kinds = new LinkedHashMap<>();
    for (Trace trace : traces) {
      kinds.computeIfAbsent(RequestKind.of(trace), kind -> new ArrayList<>()).add(trace);
    }
    return kinds.entrySet().stream()
        .map(kind -> new TracedWorkflow(kind.getKey(), kind.getValue()))
        .sorted(
            Comparator.comparingInt((TracedWorkflow workflow) -> -workflow.traces.size())
                .thenComparing(workflow -> workflow.kind.toString()))
        .toList();
  }

  /**
   * Returns a percentile of the latency by nearest rank.
   *
   * @param percentile percentile from 0 to 100
   */
  public double percentileMillis(double percentile) {
    long[] nanos = traces.stream().mapToLong(Trace::durationNanos).sorted().toArray();
    return nanos[place(percentile, nanos.length)] / NANOS_PER_MILLI;
  }

  /** Index of a percentile among sorted values. */
  static int place(double percentile, int size) {
    return Math.clamp((long) Math.ceil(percentile / 100 * size) - 1, 0, size - 1);
  }

  /**
   * Returns the requests between two percentiles of the latency, the slowest last; at least one.
   */
  public List<Trace> between(double lowPercentile, double highPercentile) {
    Trace[] sorted = traces.toArray(Trace[]::new);
    Arrays.sort(
        sorted, Comparator.comparingLong((Trace t) -> t.durationNanos()).thenComparing(Trace::id));
    int from = (int) Math.min(sorted.length - 1, Math.floor(lowPercentile / 100 * sorted.length));
    int to = Math.max(from + 1, (int) Math.ceil(highPercentile / 100 * sorted.length));
    return List.of(sorted).subList(from, Math.min(to, sorted.length));
  }
}
