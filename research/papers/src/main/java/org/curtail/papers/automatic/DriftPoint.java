package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.PilotEvent;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.papers.automatic.PlannedSteering.Plan;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;

/**
 * A service that changes at a known moment at a constant rate, with the effects on several
 * policies.
 *
 * @param demand name of the demand
 * @param best name of the best with hindsight after the change
 * @param seconds seconds from the change to the end
 * @param detections detections of the change by automatic, one for each run
 * @param falseAlarms number of changes that automatic noticed without or before the change
 * @param daysBefore total days of all runs without or before the change
 * @param outcomes outcomes by policy
 */
record DriftPoint(
    String demand,
    int cores,
    double load,
    DriftKind kind,
    String best,
    double seconds,
    List<Detection> detections,
    int falseAlarms,
    double daysBefore,
    Map<String, Outcome> outcomes) {
  /** Name of the policy that keeps the plan from before the change. */
  static final String NEVER = "never planned again";

  /** Name of the policy that plans every minute, with the true demand of the last minute. */
  static final String EVERY_MINUTE = "planned every minute";

  /** Load with one thread a request, before the change; a doubled demand makes it 0.7. */
  static final double LOAD = 0.35;

  private static final double LEAST_SECONDS = 900;
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final double MINUTE_MS = 60_000;
  private static final int FEWEST_TO_PLAN_FOR = 100;
  private static final int WINDOWS = 60;
  private static final double MS_PER_SECOND = 1000;

  /**
   * The detection of the change by automatic.
   *
   * @param requests requests that arrived until then; 0 if it was not detected
   * @param seconds seconds until then; 0 if it was not detected
   */
  record Detection(boolean isFound, int requests, double seconds) {}

  /**
   * The effect of the change on a policy.
   *
   * @param toBest ratio of the latencies after the change to those of the best with hindsight
   * @param toSequential ratio to the latencies of sequential
   * @param toNever ratio to the latencies of the policy that never plans again
   * @param p95ToBest ratio of the p95 to that of the best in each window, with the window's time in
   *     seconds
   * @param recovered time after the change until the p95 was near that of the last third
   */
  record Outcome(
      Against toBest,
      Against toSequential,
      Against toNever,
      List<double[]> p95ToBest,
      Until recovered) {}

  /** Returns the name of the place: {@code demand doubles, 15 cores}. */
  String place() {
    return "%s, %s".formatted(kind.words(), Words.cores(cores));
  }

  /** The runs of one service, one for each seed. */
  private record Runs(
      AutomaticSetting setting, Profile before, int cores, List<DriftTrace> traces, Plans plans) {

    List<Served> by(Policy policy) {
      return traces.stream()
          .map(drift -> Served.by(policy, drift.both(), cores, drift.trace()))
          .toList();
    }

    List<LearningRun> automatic() {
      var runs = new ArrayList<LearningRun>();
      for (int i = 0; i < traces.size(); i++) {
        DriftTrace drift = traces.get(i);
        runs.add(LearningRun.of(drift.both(), cores, drift.trace(), setting.seeds().get(i), plans));
      }
      return runs;
    }

    List<Served> planned(boolean isAgain) {
      Plan right = plans.ofTruth(before, cores, Effort.FIRST, setting.seed());
      return traces.stream()
          .map(drift -> {
            PlannedSteering steering =
                isAgain
                    ? new PlannedSteering(
                        right, cores, nowNanos -> again(drift, nowNanos), MINUTE_NANOS)
                    : new PlannedSteering(right, cores);
            return Served.by(steering.first(), steering, drift.both(), cores, drift.trace());
          })
          .toList();
    }

    /** Before the change each plan would be the same, and after some changes too. */
    private Optional<Plan> again(DriftTrace drift, long nowNanos) {
      long sinceNanos = nowNanos - drift.changeNanos();
      if (sinceNanos < 0 || sinceNanos > setting.size().plans() * MINUTE_NANOS) {
        return Optional.empty();
      }
      double nowMs = nowNanos / 1e6;
      Profile seen = drift.arrivedWithin(nowMs - MINUTE_MS, nowMs);
      return seen.requests() < FEWEST_TO_PLAN_FOR
          ? Optional.empty()
          : Optional.of(plans.ofTruth(seen, cores, Effort.LATER, setting.seed()));
    }
  }

  /** Measures a point. */
  static DriftPoint measure(
      AutomaticSetting setting, Demand demand, int cores, DriftKind kind, Plans plans) {
    Profile before = demand.profile();
    Profile after = kind.after(before);
    double perSecond = LOAD * Rate.capacity(before, cores);
    int half = (int) Math.ceil(Math.max(setting.requests() / 2.0, LEAST_SECONDS * perSecond));
    List<DriftTrace> traces =
        setting.seeds().stream()
            .map(seed ->
                DriftTrace.draw(
                    new PoissonArrivals(perSecond), before, after, 2 * half, half, seed))
            .toList();
    var runs = new Runs(setting, before, cores, traces, plans);
    Map<String, List<Served>> fixed = fixed(runs, Hindsight.of(after, cores), after);
    var windows = new Windows(2 * half, WINDOWS);
    String best = Hindsight.best(windows, fixed, WINDOWS / 2 + WINDOWS / 20);
    List<LearningRun> automatic = runs.automatic();
    var served = new LinkedHashMap<String, List<Served>>();
    served.put(PolicyNames.AUTOMATIC, automatic.stream().map(LearningRun::served).toList());
    served.put(NEVER, runs.planned(false));
    served.put(EVERY_MINUTE, kind == DriftKind.NONE ? runs.planned(false) : runs.planned(true));
    served.put(Hindsight.SEQUENTIAL, SteadyPoint.of(fixed, Hindsight.SEQUENTIAL));
    var outcomes = new LinkedHashMap<String, Outcome>();
    served.forEach((name, ofName) ->
        outcomes.put(
            name,
            outcome(
                windows,
                ofName,
                SteadyPoint.of(fixed, best),
                SteadyPoint.of(fixed, Hindsight.SEQUENTIAL),
                SteadyPoint.of(served, NEVER),
                traces.stream().map(DriftTrace::trace).toList(),
                setting.seed())));
    return new DriftPoint(
        demand.name(),
        cores,
        LOAD,
        kind,
        best,
        half / perSecond,
        detections(automatic, traces),
        falseAlarms(automatic, traces, kind),
        daysBefore(traces, kind),
        outcomes);
  }

  private static Map<String, List<Served>> fixed(Runs runs, Hindsight hindsight, Profile after) {
    DriftTrace first = runs.traces.getFirst();
    Trace late = first.trace().from(first.change());
    // The best is chosen for the service after the change, as if it had always been so.
    Trace ofAfter =
        Trace.of(
            IntStream.range(0, late.size()).mapToDouble(late::arrivalMs).toArray(),
            IntStream.range(0, late.size())
                .map(i -> late.request(i) - runs.before.requests())
                .toArray());
    var served = new LinkedHashMap<String, List<Served>>();
    for (String name : hindsight.promising(after, runs.cores, ofAfter, 2)) {
      served.put(name, runs.by(hindsight.policy(name)));
    }
    return served;
  }

  private static Outcome outcome(
      Windows windows,
      List<Served> runs,
      List<Served> best,
      List<Served> sequential,
      List<Served> never,
      List<Trace> traces,
      long seed) {
    int half = WINDOWS / 2;
    var clock = new Clock(traces);
    List<double[]> blocks = windows.blocks(runs, half, WINDOWS);
    var byTime = new ArrayList<double[]>();
    double changeSeconds = clock.seconds(windows.begin(half));
    for (int window = half; window < WINDOWS; window++) {
      byTime.add(
          new double[] {
            clock.seconds(windows.begin(window + 1) - 1) - changeSeconds,
            windows.ratio(GridStatistic.P95, runs, best, window, window + 1)
          });
    }
    return new Outcome(
        Against.of(blocks, windows.blocks(best, half, WINDOWS), seed),
        Against.of(blocks, windows.blocks(sequential, half, WINDOWS), seed),
        Against.of(blocks, windows.blocks(never, half, WINDOWS), seed),
        byTime,
        Until.near(GridStatistic.P95, windows, runs, best, half, WINDOWS - WINDOWS / 6, clock));
  }

  private static List<Detection> detections(List<LearningRun> runs, List<DriftTrace> traces) {
    var detections = new ArrayList<Detection>();
    for (int i = 0; i < runs.size(); i++) {
      DriftTrace drift = traces.get(i);
      OptionalLong found = runs.get(i).firstNanos(PilotEvent.Drifted.class, drift.changeNanos());
      detections.add(
          found.isEmpty()
              ? new Detection(false, 0, 0)
              : new Detection(
                  true,
                  drift.requestsUntil(found.getAsLong()),
                  (found.getAsLong() - drift.changeNanos()) / 1e9));
    }
    return detections;
  }

  private static int falseAlarms(List<LearningRun> runs, List<DriftTrace> traces, DriftKind kind) {
    int alarms = 0;
    for (int i = 0; i < runs.size(); i++) {
      long untilNanos = kind == DriftKind.NONE ? Long.MAX_VALUE : traces.get(i).changeNanos();
      alarms +=
          (int)
              runs.get(i).events().stream()
                  .filter(PilotEvent.Drifted.class::isInstance)
                  .filter(event -> event.nanos() < untilNanos)
                  .count();
    }
    return alarms;
  }

  private static double daysBefore(List<DriftTrace> traces, DriftKind kind) {
    return traces.stream()
            .mapToDouble(drift ->
                drift
                    .trace()
                    .arrivalMs(kind == DriftKind.NONE ? drift.trace().size() - 1 : drift.change()))
            .sum()
        / MS_PER_SECOND
        / 86_400;
  }
}
