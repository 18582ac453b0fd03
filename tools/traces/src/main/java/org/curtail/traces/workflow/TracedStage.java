package org.curtail.traces.workflow;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;

/**
 * What calls of a stage take in a workflow. A call sent again is one call with what it was before.
 *
 * @param share of the requests that visit the stage
 * @param visits calls per request that visits it, a call with its further attempts once
 * @param together the most calls from one caller that ran at the same time
 * @param ownMillis mean of the stage's own time, per request of the workflow
 * @param medianMillis of a call as its caller sees it, where there is a caller's side
 * @param tailMillis the 99th percentile of the same
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

  /** The stages of a workflow, those with most time of their own first. */
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
   * A stage by its sums, whoever formed them.
   *
   * @param requests of the workflow
   * @param visitors requests that visit the stage
   * @param visits calls that count
   * @param ownNanos sum of all its spans' own times
   * @param medianNanos of the calls that count; 0 if there are none
   * @param tailNanos likewise
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

  /** Those with most time of their own first. */
  public static List<TracedStage> sorted(List<TracedStage> stages) {
    return stages.stream()
        .sorted(
            Comparator.comparingDouble((TracedStage stage) -> -stage.ownMillis)
                .thenComparing(stage -> stage.stage.toString()))
        .toList();
  }

  /** Sums in whole nanoseconds, so that their order does not matter. */
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
