package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Repeats;
import org.curtail.traces.SelfTimes;
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
      boolean[] repeated = Repeats.of(trace);
      var running = new Running(trace);
      for (int i = 0; i < trace.size(); i++) {
        Tally tally = tallies.computeIfAbsent(StageName.of(trace, i), none -> new Tally());
        tally.own += SelfTimes.nanos(trace, i) / NANOS_PER_MILLI;
        boolean isServerOfCall = i > 0 && SelfTimes.isCall(trace, trace.parent(i));
        if (!isServerOfCall) {
          tally.visit(trace, i, repeated[i], running.atStart(i));
        }
      }
    }
    int requests = workflow.traces().size();
    return tallies.entrySet().stream()
        .map(entry -> entry.getValue().stage(entry.getKey(), requests))
        .sorted(
            Comparator.comparingDouble((TracedStage stage) -> -stage.ownMillis)
                .thenComparing(stage -> stage.stage.toString()))
        .toList();
  }

  private static final class Tally {
    private final List<Double> times = new ArrayList<>();
    private double own;
    private int visitors;
    private int visits;
    private int together;
    private String lastTrace = "";

    void visit(Trace trace, int span, boolean isRepeated, int running) {
      if (!trace.id().equals(lastTrace)) {
        lastTrace = trace.id();
        visitors++;
      }
      if (isRepeated) {
        return;
      }
      visits++;
      times.add(trace.durationNanos(span) / NANOS_PER_MILLI);
      together = Math.max(together, running);
    }

    TracedStage stage(StageName name, int requests) {
      double[] sorted = times.stream().mapToDouble(Double::doubleValue).toArray();
      Arrays.sort(sorted);
      return new TracedStage(
          name,
          visitors / (double) requests,
          visitors == 0 ? 0 : visits / (double) visitors,
          together,
          own / requests,
          sorted.length == 0 ? 0 : sorted[TracedWorkflow.place(50, sorted.length)],
          sorted.length == 0 ? 0 : sorted[TracedWorkflow.place(99, sorted.length)]);
    }
  }
}
