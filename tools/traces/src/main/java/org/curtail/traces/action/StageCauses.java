package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.Called;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.StageLoad;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.StageVisit;

/** Finds why visits to stages are slow, in the requests by which plans are made. */
final class StageCauses {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Arrivals within so many typical visits count as shortly before. */
  private static final int SHORTLY = 2;

  /** Fewer visits make no mean. */
  private static final int FEWEST = 30;

  private final List<Trace> requests;
  private final List<Trace> recording;
  private final long seed;

  /**
   * Of a workflow.
   *
   * @param requests of the workflow
   * @param recording all requests, which are the load
   */
  StageCauses(List<Trace> requests, List<Trace> recording, long seed) {
    this.requests = requests;
    this.recording = recording;
    this.seed = seed;
  }

  /** A stage's own times, and what its visits found. */
  private static final class Seen {
    private final StageLoad load;
    private final List<TimedVisit> served = new ArrayList<>();
    private final List<Double> own = new ArrayList<>();
    private final List<Double> others = new ArrayList<>();
    private final List<Double> arrived = new ArrayList<>();

    Seen(StageLoad load) {
      this.load = load;
    }
  }

  /**
   * Of a stage, with what would be without its queue, if it has one.
   *
   * @param unqueued empty if it does not queue
   */
  record Found(StageCause cause, Optional<Intervention.Unqueued> unqueued) {}

  Found of(StageName stage) {
    var seen = new Seen(StageLoad.of(stage, recording));
    long shortly = SHORTLY * medianNanos(stage);
    for (int request = 0; request < requests.size(); request++) {
      Trace trace = requests.get(request);
      for (StageLoad.Found found : seen.load.of(trace, shortly)) {
        int server = StageVisit.server(trace, found.span());
        seen.served.add(
            new TimedVisit(
                request,
                trace.startNanos(found.span()),
                SelfTimes.nanos(trace, server) / NANOS_PER_MILLI));
        seen.own.add(StageVisit.ownMillis(trace, found.span()));
        seen.others.add((double) found.others());
        seen.arrived.add((double) found.arrived());
      }
    }
    Queueing queueing = Queueing.of(array(seen.own), array(seen.others), array(seen.arrived), seed);
    return new Found(
        new StageCause(stage, SlowAlike.of(seen.served, seed), queueing),
        queueing.isShown()
            ? timeByLoad(array(seen.own), array(seen.others))
                .map(means -> new Intervention.Unqueued(stage, seen.load, means))
            : Optional.empty());
  }

  /** Whether calls are slow alike, of each that requests make: with all that is below them. */
  Map<Called, SlowAlike> ofCalls() {
    Map<Called, List<TimedVisit>> visits = new HashMap<>();
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
    Map<Called, SlowAlike> alike = new HashMap<>();
    visits.forEach((called, ofCalled) -> alike.put(called, SlowAlike.of(ofCalled, seed)));
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
   * How long visits take on average by how many others they found. More others never make it less:
   * means that would fall are pooled (isotonic regression by pooling adjacent violators).
   */
  private static final class Level {
    private double sum;
    private int visits;
    private int others = 1;

    private double mean() {
      return sum / visits;
    }

    private void take(Level next) {
      sum += next.sum;
      visits += next.visits;
      others += next.others;
    }
  }

  /**
   * The means of visits that found 0, 1, 2 others and so on; empty if they are all the same.
   *
   * @param others whole numbers, by visit
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
      while (pooled.size() > 1 && isToPool(pooled)) {
        Level last = pooled.removeLast();
        pooled.getLast().take(last);
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

  private static boolean isToPool(List<Level> pooled) {
    Level last = pooled.getLast();
    Level before = pooled.get(pooled.size() - 2);
    return before.visits < FEWEST || last.visits < FEWEST || !(last.mean() > before.mean());
  }
}
