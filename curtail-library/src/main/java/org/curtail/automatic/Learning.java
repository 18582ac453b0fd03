package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.demand.BatchLength;
import org.curtail.demand.Change;
import org.curtail.demand.DemandDrift;
import org.curtail.demand.DemandSample;
import org.curtail.demand.Exploration;
import org.curtail.demand.ExplorationCost;
import org.curtail.demand.RecentDemand;
import org.curtail.demand.SpeedupDrift;
import org.curtail.demand.SpeedupModel;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * What a pilot learns: the demand and its speedups from the requests that end, by trying degrees
 * while nothing is known of them; when there is enough to plan with; when it is no longer true.
 */
final class Learning {
  private static final int WINDOWS = 8;
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final int WINDOW_REQUESTS = 2_500;
  private static final int WINDOW_TELLING = 500;
  private static final int FIRST_REQUESTS = 50;

  /** Percentile: of that many requests the median is below it with hardly any exception. */
  private static final double FIT = 80;

  private static final double EXPLORING_SHARE = 0.1;
  private static final double EXPLORING_PART = 0.25;
  private static final double GROWTH = 4;
  private static final double RETRY_GROWTH = 1.5;

  /** Alarms are false once in so many requests. */
  private static final double REQUESTS_PER_FALSE_ALARM = 1e6;

  /** After so many requests of any policy it is told what has changed, or never. */
  private static final int MOST_SINCE_ALARM = 4_000;

  private static final double LEAST_SPEEDUP_FACTOR = 1.25;

  private final PilotSetting setting;

  /** Of the safe policy's requests: what is thought of the speedups makes no difference to them. */
  private final RecentDemand demand;

  /** Of all requests, for the speedups. */
  private final RecentDemand degrees;

  /** Of the safe policy's requests, since the last change. */
  private BatchLength demandBatch = new BatchLength();

  /** Of the plan's, whose demands rest on what is thought of the speedups. */
  private BatchLength planBatch = new BatchLength();

  private final double[] firstNanos = new double[FIRST_REQUESTS];

  private @Nullable Profile expected;
  private Optional<String> misfit = Optional.empty();
  private long completed;
  private long nextLook;
  private int sinceAlarm;
  private final ExplorationCost cost = new ExplorationCost(1);
  private double threadNanos;
  private SpeedupModel speedups;
  private Policy explorer;
  private @Nullable DemandDrift demandDrift;
  private @Nullable SpeedupDrift speedupDrift;

  /** Of the plan's requests, which are many: quick to see that something is different. */
  private @Nullable DemandDrift planDrift;

  Learning(PilotSetting setting) {
    this.setting = setting;
    this.demand = new RecentDemand(WINDOWS, WINDOW, WINDOW_REQUESTS, setting.seed());
    this.degrees = new RecentDemand(WINDOWS, WINDOW, WINDOW_TELLING, ~setting.seed());
    this.speedups = degrees.sample().speedups();
    this.explorer = setting.safe();
    this.nextLook = setting.learnRequests();
  }

  /** Changes are looked for against what was given, until enough is learned. */
  void expect(Profile given) {
    expected = given;
  }

  /** Half of the first requests are longer than nearly all of those given, or shorter. */
  private Optional<String> misfit(Profile given, double firstMedianNanos) {
    double ms = firstMedianNanos / 1e6;
    return ms >= given.percentileMs(100 - FIT, 1) && ms <= given.percentileMs(FIT, 1)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the profile that was given is of other requests: its median is %.2f ms on one thread, that of the first %d requests %.2f ms",
                given.percentileMs(50, 1),
                FIRST_REQUESTS,
                ms));
  }

  /** What is enough to plan with. */
  record Known(Profile profile, SpeedupModel speedups, long requests) {}

  /**
   * A request has ended. Its demand counts if the safe policy served it: the plan's requests are as
   * long as their speedups make them, and a plan that does harm would look like another demand.
   */
  void ended(Timeline request, boolean isOfSafePolicy) {
    if (request.outcome() != Outcome.COMPLETED) {
      return;
    }
    degrees.ended(request);
    if (isOfSafePolicy) {
      learn(request);
    } else if (planDrift != null) {
      planBatch.add(logDemand(request));
      planDrift.ended(request);
    }
    if (speedupDrift != null) {
      speedupDrift.ended(request);
    }
    sinceAlarm = isAlarmed() || areSpeedupsAlarmed() ? sinceAlarm + 1 : 0;
    if (sinceAlarm > MOST_SINCE_ALARM && drifted().isEmpty()) {
      watchAnew();
    }
  }

  private void learn(Timeline request) {
    demand.ended(request);
    demandBatch.add(logDemand(request));
    if (completed < FIRST_REQUESTS) {
      firstNanos[(int) completed] = request.executionNanos();
    }
    completed++;
    cost.ended(request, speedups);
    threadNanos += request.threadNanos();
    if (completed == FIRST_REQUESTS) {
      double[] ascending = firstNanos.clone();
      Arrays.sort(ascending);
      double medianNanos = ascending[FIRST_REQUESTS / 2];
      if (setting.maxDegree() > 1) {
        explorer = exploring(medianNanos);
      }
      Profile given = expected;
      misfit = given == null ? Optional.empty() : misfit(given, medianNanos);
      expected = null;
    }
    if (demandDrift != null) {
      demandDrift.ended(request);
    }
  }

  /** A request that explores stays at its higher degree for a quarter of the median at least. */
  private Policy exploring(double medianNanos) {
    long leastNanos = Math.max(Math.round(medianNanos * EXPLORING_PART), 1);
    List<Integer> tried = new ArrayList<>();
    for (int degree = 2; degree < setting.maxDegree(); degree *= 2) {
      tried.add(degree);
    }
    tried.add(setting.maxDegree());
    return new Exploration(
        setting.safe(), tried, EXPLORING_SHARE, Duration.ofNanos(leastNanos), setting.seed());
  }

  /** The safe policy, which tries higher degrees now and then once it knows how long to wait. */
  Policy explorer() {
    return explorer;
  }

  /** Requests of the safe policy that were learned from since the last change. */
  long completed() {
    return completed;
  }

  /** Requests that tried higher degrees, and others that had them. */
  long explorers() {
    return cost.explorers();
  }

  /** Core time that this took more than one thread each would have taken. */
  long explorationNanos() {
    return Math.round(cost.lostShare() * threadNanos);
  }

  /** How old what it knows is, in the mean. */
  long ageNanos(long nowNanos) {
    return demand.sample().ageNanos(nowNanos);
  }

  /** Whether it is time to {@link #look}: not while it is being found out what has changed. */
  boolean isTimeToLook() {
    return completed >= nextLook && !isAlarmed();
  }

  /** Whether the demand has changed and it is not known yet how. */
  boolean isAlarmed() {
    return demandDrift != null && demandDrift.change().isPresent();
  }

  private boolean areSpeedupsAlarmed() {
    return speedupDrift != null && speedupDrift.change().isPresent();
  }

  /**
   * What is known, if it is enough to plan with. Asked seldom: each time it is not enough, more
   * requests have to come before the next.
   */
  Optional<Known> look() {
    DemandSample sample = demand.sample();
    if (sample.kept() == 0) {
      nextLook = setting.learnRequests();
      return Optional.empty();
    }
    speedups = degrees.sample().speedups();
    if (setting.maxDegree() > 1 && !speedups.isKnown()) {
      nextLook = Math.round(completed * RETRY_GROWTH);
      return Optional.empty();
    }
    nextLook = Math.round(completed * GROWTH);
    return Optional.of(
        new Known(sample.profile(setting.maxDegree(), speedups), speedups, completed));
  }

  /** Of an alarm that came before there was enough to compare with nothing is told. */
  private void watchAnew() {
    sinceAlarm = 0;
    if (isAlarmed()) {
      demandDrift = ofDemand();
    }
    if (areSpeedupsAlarmed()) {
      speedupDrift = ofSpeedups();
    }
  }

  private double logDemand(Timeline request) {
    return StrictMath.log(Math.max(speedups.demandNanos(request), 1));
  }

  private DemandDrift ofDemand() {
    return new DemandDrift(
        speedups, REQUESTS_PER_FALSE_ALARM, setting.seed(), demandBatch.values());
  }

  private SpeedupDrift ofSpeedups() {
    return new SpeedupDrift(speedups, REQUESTS_PER_FALSE_ALARM, setting.seed());
  }

  /** From now on changes are looked for: against what is known by now, or by the last call. */
  void watch() {
    if (demandDrift == null) {
      demandDrift = ofDemand();
      speedupDrift = ofSpeedups();
    }
    watchPlan();
  }

  private void watchPlan() {
    planDrift =
        new DemandDrift(
            speedups,
            REQUESTS_PER_FALSE_ALARM,
            ~setting.seed(),
            Math.max(planBatch.values(), demandBatch.values()));
  }

  /**
   * Whether the plan's requests are no longer as they were. That may come from the load, since
   * their demand rests on what is thought of the speedups: no more than a reason to look. Tells it
   * once.
   */
  boolean isSuspect() {
    DemandDrift ofPlan = planDrift;
    if (ofPlan == null || ofPlan.change().isEmpty()) {
      return false;
    }
    watchPlan();
    return true;
  }

  /** In plain words, what is no longer as it was, once it is known how; empty if nothing is. */
  Optional<String> drifted() {
    if (misfit.isPresent()) {
      return misfit;
    }
    DemandDrift demandNow = demandDrift;
    SpeedupDrift speedupNow = speedupDrift;
    if (speedupNow != null && speedupNow.change().filter(Learning::isOtherSpeedup).isPresent()) {
      return speedupNow.reason();
    }
    return demandNow != null && demandNow.change().filter(Learning::isTold).isPresent()
        ? demandNow.reason()
        : Optional.empty();
  }

  /**
   * The paths of the plan's requests change with the load, and with them what they show of the
   * speedups, a little: that is no change of the speedups.
   */
  private static boolean isOtherSpeedup(Change change) {
    return isTold(change) && Math.max(change.factor(), 1 / change.factor()) >= LEAST_SPEEDUP_FACTOR;
  }

  private static boolean isTold(Change change) {
    return change.kind() != Change.Kind.NOT_KNOWN;
  }

  /** Forgets what was before the change, and learns anew. */
  void relearn() {
    if (misfit.isPresent()) {
      misfit = Optional.empty();
      return; // All that was learned is of the requests that come.
    }
    long since = Long.MIN_VALUE;
    if (demandDrift != null && demandDrift.change().isPresent()) {
      since = demandDrift.change().get().sinceNanos();
    }
    if (speedupDrift != null && speedupDrift.change().isPresent()) {
      since = Math.max(since, speedupDrift.change().get().sinceNanos());
    }
    demand.forgetBefore(since);
    degrees.forgetBefore(since);
    completed = Math.round(demand.sample().requests());
    nextLook = Math.max(setting.learnRequests(), completed);
    demandDrift = null;
    speedupDrift = null;
    planDrift = null;
    demandBatch = new BatchLength();
    planBatch = new BatchLength();
  }
}
