package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.StageLoad;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.StageVisit;

/** Finds the causes of slow visits to stages, in the first half of the requests. */
final class StageCauses {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Length of the period "shortly before", in median durations of a visit. */
  private static final int SHORTLY = 2;

  /** Minimum number of visits for a mean. */
  private static final int FEWEST = 30;

  private final List<Trace> requests;
  private final List<Trace> recording;
  private final long seed;

  /**
   * Creates an analysis.
   *
   * @param requests requests of the workflow
   * @param recording all requests, which are the load
   */
  StageCauses(List<Trace> requests, List<Trace> recording, long seed) {
    this.requests = requests;
    this.recording = recording;
    this.seed = seed;
  }

  /** Self times of a stage's visits, each with the load at its start. */
  private static final class Samples {
    private final StageLoad load;
    private final List<TimedVisit> served = new ArrayList<>();
    private final List<Double> own = new ArrayList<>();
    private final List<Double> others = new ArrayList<>();
    private final List<Double> arrived = new ArrayList<>();

    Samples(StageLoad load) {
      this.load = load;
    }
  }

  /**
   * Cause of a stage, with the intervention that removes its queue.
   *
   * @param unqueued the intervention; empty if visits do not queue
   */
  record Result(StageCause cause, Optional<Intervention.Unqueued> unqueued) {}

  Result of(StageName stage) {
    var samples = new Samples(StageLoad.of(stage, recording));
    long shortly = SHORTLY * medianNanos(stage);
    for (int request = 0; request < requests.size(); request++) {
      Trace trace = requests.get(request);
      for (StageLoad.VisitLoad found : samples.load.of(trace, shortly)) {
        int server = StageVisit.server(trace, found.span());
        samples.served.add(
            new TimedVisit(
                request,
                trace.startNanos(found.span()),
                SelfTimes.nanos(trace, server) / NANOS_PER_MILLI));
        samples.own.add(StageVisit.ownMillis(trace, found.span()));
        samples.others.add((double) found.others());
        samples.arrived.add((double) found.arrived());
      }
    }
    Queueing queueing =
        Queueing.of(array(samples.own), array(samples.others), array(samples.arrived), seed);
    return new Result(
        new StageCause(stage, RepeatedSlowness.of(samples.served, seed), queueing),
        queueing.isShown()
            ? timeByLoad(array(samples.own), array(samples.others))
                .map(means -> new Intervention.Unqueued(stage, samples.load, means))
            : Optional.empty());
  }

  /** Tests for each call, with its descendants, if slow calls are slow again when repeated. */
  Map<CallTarget, RepeatedSlowness> ofCalls() {
    Map<CallTarget, List<TimedVisit>> visits = new HashMap<>();
    for (int request = 0; request < requests.size(); request++) {
      Trace trace = requests.get(request);
      for (CallVisit visit : CallVisit.of(trace)) {
        visits
            .computeIfAbsent(visit.called(), none -> new ArrayList<>())
            .add(
                new TimedVisit(
                    request, trace.startNanos(visit.span()), visit.nanos(trace) / NANOS_PER_MILLI));
      }
    }
    Map<CallTarget, RepeatedSlowness> alike = new HashMap<>();
    visits.forEach((called, ofCalled) -> alike.put(called, RepeatedSlowness.of(ofCalled, seed)));
    return alike;
  }

  private long medianNanos(StageName stage) {
    long[] sorted =
        requests.stream()
            .flatMapToLong(
                trace -> StageVisit.of(trace, stage).stream().mapToLong(trace::durationNanos))
            .sorted()
            .toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Mean visit time for one or several numbers of others in progress. Means must not fall with more
   * others, so falling means are pooled (isotonic regression by pooling adjacent violators).
   */
  private static final class Level {
    private double sum;
    private int visits;
    private int others = 1;

    private double mean() {
      return sum / visits;
    }

    private void merge(Level next) {
      sum += next.sum;
      visits += next.visits;
      others += next.others;
    }
  }

  /**
   * Returns the mean times of visits with 0, 1, 2 and more others in progress; empty if all means
   * are equal.
   *
   * @param others number of others for each visit
   */
  private static Optional<List<Double>> timeByLoad(double[] millis, double[] others) {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < millis.length; i++) {
      while (levels.size() <= others[i]) {
        levels.add(new Level());
      }
      Level level = levels.get((int) others[i]);
      level.sum += millis[i];
      level.visits++;
    }
    List<Level> pooled = new ArrayList<>();
    for (Level level : levels) {
      pooled.add(level);
      while (pooled.size() > 1 && violatesOrder(pooled)) {
        Level last = pooled.removeLast();
        pooled.getLast().merge(last);
      }
    }
    List<Double> means = new ArrayList<>();
    for (Level level : pooled) {
      for (int i = 0; i < level.others; i++) {
        means.add(level.mean());
      }
    }
    return pooled.size() < 2 || !(pooled.getFirst().mean() > 0)
        ? Optional.empty()
        : Optional.of(means);
  }

  private static boolean violatesOrder(List<Level> pooled) {
    Level last = pooled.getLast();
    Level before = pooled.get(pooled.size() - 2);
    return before.visits < FEWEST || last.visits < FEWEST || !(last.mean() > before.mean());
  }
}
