package org.curtail.automatic;

import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.curtail.Policy;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Stream of events for a pilot. The response times of its service are demand times a ratio that
 * depends on the policy. It has no engine and no simulator: only the pilot's decisions matter. Time
 * is that of the stream; the pilot's clock may be shifted.
 */
final class StreamedService {
  private static final double NANOS_PER_S = 1e9;
  private static final int CHUNKS = 400;

  /** Time under the plan's policy as a multiple of that under the baseline. */
  ToDoubleFunction<Boolean> ratio = isBaseline -> 1;

  double perSecond = 100;
  double demandMs = 10;
  boolean areAllEqual;
  boolean hasChunks = true;
  long clockShiftNanos;
  long planDelayNanos = 5_000_000_000L;

  /** Listener that gets each arrival before the pilot. */
  Runnable beforeArrival = () -> {};

  /** Number of requests with two threads in exploring slices of the baseline. */
  long explored;

  /** Number of changes to the plan's policy. */
  int changesToPlan;

  /** Longest finished time of the plan's policy without a break. */
  double longestPlanS;

  private record Event(long nanos, long number, Timeline end) {}

  private final Pilot pilot;
  private final PilotSetting setting;
  private final PolicyMap map;
  private final SplittableRandom random;
  private final PriorityQueue<Event> ends =
      new PriorityQueue<>((a, b) ->
          a.nanos != b.nanos ? Long.compare(a.nanos, b.nanos) : Long.compare(a.number, b.number));
  private long nowNanos = 1_000_000_000_000L;
  private long nextArrivalNanos = nowNanos;
  private long planDoneNanos = Long.MAX_VALUE;
  private long number;
  private double changedS;
  private Policy policy;

  StreamedService(Pilot pilot, PilotSetting setting, PolicyMap map, long seed) {
    this.pilot = pilot;
    this.setting = setting;
    this.map = map;
    this.random = new SplittableRandom(seed);
    this.policy = pilot.policy();
  }

  /** Continues for this time. */
  void run(double seconds) {
    long untilNanos = nowNanos + Math.round(seconds * NANOS_PER_S);
    while (true) {
      long pilotNanos = pilot.nextNanos();
      long callNanos =
          pilotNanos == Long.MAX_VALUE
              ? Long.MAX_VALUE
              : Math.max(pilotNanos - clockShiftNanos, nowNanos);
      long endNanos = ends.isEmpty() ? Long.MAX_VALUE : ends.peek().nanos;
      long next =
          Math.min(Math.min(callNanos, endNanos), Math.min(nextArrivalNanos, planDoneNanos));
      if (next > untilNanos) {
        nowNanos = untilNanos;
        return;
      }
      nowNanos = next;
      if (next == planDoneNanos) {
        planDoneNanos = Long.MAX_VALUE;
        pilot.planned(map, told());
      } else if (next == endNanos) {
        pilot.ended(ends.remove().end, told());
      } else if (next == callNanos) {
        call();
      } else {
        arrive();
      }
      if (planDoneNanos == Long.MAX_VALUE && pilot.planDue().isPresent()) {
        planDoneNanos = nowNanos + planDelayNanos;
      }
    }
  }

  private long told() {
    return nowNanos + clockShiftNanos;
  }

  private void call() {
    Policy next = pilot.at(told());
    if (isPlan(next) && !isPlan(policy)) {
      changesToPlan++;
    }
    if (isPlan(next) != isPlan(policy)) {
      longestPlanS = isPlan(policy) ? Math.max(longestPlanS, nowS() - changedS) : longestPlanS;
      changedS = nowS();
    }
    policy = next;
  }

  boolean isPlan(Policy other) {
    return !other.equals(setting.baseline()) && !(other instanceof Exploration);
  }

  Policy policy() {
    return policy;
  }

  double nowS() {
    return nowNanos / NANOS_PER_S;
  }

  long nowNanos() {
    return nowNanos;
  }

  /** Returns the kinds of the pilot's events so far. */
  List<String> kinds() {
    return pilot.events().stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  private void arrive() {
    beforeArrival.run();
    long arrivalNanos = told();
    pilot.arrived(arrivalNanos, arrivalNanos);
    double factor = areAllEqual ? 1 : -Math.log(1 - random.nextDouble());
    double ms = Math.max(demandMs * factor, 0.01);
    boolean isPlan = isPlan(policy);
    double timesNanos =
        1e6 * ms * (isPlan ? ratio.applyAsDouble(false) : ratio.applyAsDouble(true));
    boolean explores = policy instanceof Exploration && hasChunks && random.nextDouble() < 0.5;
    explored += explores ? 1 : 0;
    long nanos = Math.max(Math.round(timesNanos), 1);
    ends.add(
        new Event(
            nowNanos + nanos,
            number++,
            explores ? explored(told(), nanos) : plain(told(), nanos, isPlan ? 2 : 1)));
    if (areAllEqual) {
      nextArrivalNanos = nowNanos + Math.round(NANOS_PER_S / perSecond);
    } else {
      nextArrivalNanos =
          nowNanos + Math.round(-Math.log(1 - random.nextDouble()) / perSecond * NANOS_PER_S);
    }
  }

  private Timeline plain(long arrivalNanos, long nanos, int degree) {
    return new Timeline(
        arrivalNanos,
        arrivalNanos,
        arrivalNanos + nanos,
        degree * nanos,
        degree,
        CHUNKS,
        List.of(new Timeline.Phase(degree, nanos, CHUNKS)),
        Outcome.COMPLETED);
  }

  /**
   * Half of the chunks are at degree 2, where they take half of the time plus 10 %, and half at 1.
   */
  private Timeline explored(long arrivalNanos, long demandNanos) {
    long firstNanos = Math.round(demandNanos / 2.0 / 1.8);
    long secondNanos = demandNanos / 2;
    return new Timeline(
        arrivalNanos,
        arrivalNanos,
        arrivalNanos + firstNanos + secondNanos,
        2 * firstNanos + secondNanos,
        2,
        CHUNKS,
        List.of(
            new Timeline.Phase(2, firstNanos, CHUNKS / 2),
            new Timeline.Phase(1, secondNanos, CHUNKS / 2)),
        Outcome.COMPLETED);
  }
}
