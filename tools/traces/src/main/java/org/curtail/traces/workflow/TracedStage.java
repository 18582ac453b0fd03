package org.curtail.traces.workflow;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;

/**
 * Times of a stage's calls in a workflow. A repeated call and its first attempt count as one.
 *
 * @param share share of the requests that visit the stage
 * @param visits calls per visiting request, repeated attempts not counted
 * @param together maximum number of concurrent calls from one caller
 * @param ownMillis mean of the stage's self time, per request of the workflow
 * @param medianMillis median time of a call as its caller sees it, if the caller's side is recorded
 * @param tailMillis 99th percentile of this time
 */
public record TracedStage(
    StageName stage,
    double share,
    double visits,
    int together,
    double ownMillis,
    double medianMillis,
    double tailMillis) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Returns the stages of a workflow by self time, largest first. */
  public static List<TracedStage> of(TracedWorkflow workflow) {
    Map<StageName, Tally> tallies = new HashMap<>();
    for (Trace trace : workflow.traces()) {
      List<StageSpan> spans = StageSpan.of(trace);
      for (int i = 0; i < spans.size(); i++) {
        tallies
            .computeIfAbsent(spans.get(i).stage(), none -> new Tally())
            .add(spans.get(i), trace.durationNanos(i));
      }
    }
    int requests = workflow.traces().size();
    return sorted(
        tallies.entrySet().stream()
            .map(entry -> entry.getValue().stage(entry.getKey(), requests))
            .toList());
  }

  /**
   * Creates a stage from sums that Java or SQL computed.
   *
   * @param requests number of requests of the workflow
   * @param visitors number of requests that visit the stage
   * @param visits number of counted calls
   * @param ownNanos sum of the spans' self times
   * @param medianNanos median time of counted calls; 0 without calls
   * @param tailNanos 99th percentile of counted calls; 0 without calls
   */
  public static TracedStage of(
      StageName stage,
      long requests,
      long visitors,
      long visits,
      int together,
      BigInteger ownNanos,
      long medianNanos,
      long tailNanos) {
    return new TracedStage(
        stage,
        visitors / (double) requests,
        visitors == 0 ? 0 : visits / (double) visitors,
        together,
        ownNanos.doubleValue() / NANOS_PER_MILLI / requests,
        medianNanos / NANOS_PER_MILLI,
        tailNanos / NANOS_PER_MILLI);
  }

  /** Sorts stages by self time, largest first. */
  public static List<TracedStage> sorted(List<TracedStage> stages) {
    return stages.stream()
        .sorted(
            Comparator.comparingDouble((TracedStage stage) -> -stage.ownMillis)
                .thenComparing(stage -> stage.stage.toString()))
        .toList();
  }

  /** Sums in whole nanoseconds, independent of the order. */
  private static final class Tally {
    private final List<Long> times = new ArrayList<>();
    private BigInteger ownNanos = BigInteger.ZERO;
    private long visitors;
    private int together;

    void add(StageSpan span, long nanos) {
      ownNanos = ownNanos.add(BigInteger.valueOf(span.ownNanos()));
      visitors += span.first() ? 1 : 0;
      if (span.counted()) {
        times.add(nanos);
        together = Math.max(together, span.together());
      }
    }

    TracedStage stage(StageName name, int requests) {
      long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
      int visits = sorted.length;
      return of(
          name,
          requests,
          visitors,
          visits,
          together,
          ownNanos,
          visits == 0 ? 0 : sorted[TracedWorkflow.place(50, visits)],
          visits == 0 ? 0 : sorted[TracedWorkflow.place(99, visits)]);
    }
  }
}
