package org.curtail.automatic;

import java.time.Duration;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * What a pilot learns: the demand from the requests that end, its speedups from those that try
 * degrees; when there is enough to plan with; when it is no longer true.
 */
final class Learning {
  private static final int WINDOWS = 8;
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final int WINDOW_REQUESTS = 2_500;
  private static final int WINDOW_TELLING = 500;

  /** Enough to show the tail of the demand, for policies that depend on it. */
  static final int TELLING_REQUESTS = 1_000;

  /** Error of the speedups in logarithms with which it plans at once. */
  private static final double PRECISE = 0.1;

  /** For so many times as many requests as it learns from at least, more may be found out first. */
  private static final int PATIENCE = 4;

  private static final double GROWTH = 4;
  private static final double RETRY_GROWTH = 1.5;

  /** Alarms are false once in so many requests. */
  private static final double REQUESTS_PER_FALSE_ALARM = 1e6;

  /** After so many requests of the safe policy it is told how the demand has changed, or never. */
  private static final int MOST_SINCE_DEMAND_ALARM = 4_000;

  /** The same of speedups and of the plan's requests, if one of twenty has several degrees. */
  private static final int MOST_SINCE_SPEEDUP_ALARM = 20 * MOST_SINCE_DEMAND_ALARM;

  /** After so many more, all that it remembers is new. */
  private static final long MOST_UNTIL_LOOK = (long) WINDOWS * WINDOW_REQUESTS;

  private static final double LEAST_SPEEDUP_FACTOR = 1.25;

  private static final double NANOS_PER_S = 1e9;

  private final PilotSetting setting;

  /** Of all requests since the last change. */
  private final RecentDemand demand;

  /**
   * Of those that explored, for the speedups: chance gave them their degrees. Those of a plan have
   * more threads when others go, and less when others come. They stay where all requests take
   * longer alike.
   */
  private final RecentDemand degrees;

  /** Of the safe policy's requests, since the last change. */
  private BatchLength demandBatch = new BatchLength();

  /** Of the plan's, whose demands rest on what is thought of the speedups. */
  private BatchLength planBatch = new BatchLength();

  private final ArrivalOrder order = new ArrivalOrder();
  private final Explorers explorers;
  private final LearningShare share;
  private final Predictions predictions = new Predictions();

  /** Since when the plan's requests were no longer as they were. */
  private long suspectSinceNanos = Long.MIN_VALUE;

  private @Nullable GivenProfile expected;
  private @Nullable Profile planned;
  private Optional<String> misfit = Optional.empty();
  private long completed;

  private long nextLook;
  private final UndecidedAlarm demandAlarm = new UndecidedAlarm(MOST_SINCE_DEMAND_ALARM);
  private final UndecidedAlarm speedupAlarm = new UndecidedAlarm(MOST_SINCE_SPEEDUP_ALARM);
  private SpeedupModel speedups;
  private @Nullable DemandDrift demandDrift;
  private @Nullable SpeedupDrift speedupDrift;

  /** Of the plan's requests, which are many: quick to see that something is different. */
  private @Nullable DemandDrift planDrift;

  Learning(PilotSetting setting) {
    this.setting = setting;
    this.demand = new RecentDemand(WINDOWS, WINDOW, WINDOW_REQUESTS, setting.seed());
    this.degrees = new RecentDemand(WINDOWS, WINDOW, WINDOW_TELLING, ~setting.seed());
    this.speedups = degrees.sample().speedups();
    this.explorers = new Explorers(setting);
    this.share = new LearningShare(setting.seed());
    this.nextLook = setting.learnRequests();
  }

  /** Changes are looked for against what was given, until enough is learned. */
  void expect(Profile given) {
    expected = new GivenProfile(given);
  }

  /** What is enough to plan with. */
  record Known(Profile profile, SpeedupModel speedups, long requests) {}

  /** A request is in the service. */
  void arrived(long arrivalNanos) {
    order.arrived(arrivalNanos);
  }

  /** It is no longer, however it ended. */
  void left(long arrivalNanos) {
    order.left(arrivalNanos);
  }

  /** So much there is to do at present. */
  void arriving(PresentLoad load) {
    share.arriving(load.perSecond());
    explorers.arriving(load);
  }

  /** For how many a request stands that has ended; 0 if it is not to be told. */
  double standsFor(Timeline request, ServedBy servedBy) {
    boolean hasExplored = servedBy == ServedBy.SAFE_ALONE && request.peakDegree() > 1;
    return hasExplored ? 1 : share.standsFor(completed);
  }

  /**
   * A request has ended. All tell of the demand. Whether that changes is told by those that the
   * safe policy served: the plan's are as long as their speedups make them, and a plan that does
   * harm would look like another demand.
   */
  void ended(ArrivalOrder.Ended ended) {
    if (ended.request().outcome() == Outcome.COMPLETED) {
      order.add(ended);
    }
    for (var next = order.next(); next != null; next = order.next()) {
      learn(next);
    }
  }

  private void learn(ArrivalOrder.Ended ended) {
    Timeline request = ended.request();
    demand.ended(request, ended.standsFor());
    completed++;
    explorers.served(request, ended.standsFor());
    double logDemand = logDemand(request);
    predictions.ended(request.prediction(), logDemand);
    boolean isSafeAlone = ended.servedBy() == ServedBy.SAFE_ALONE;
    if (isSafeAlone) {
      explorers.told(request, speedups);
      if (ended.tellsSpeedups()) {
        degrees.ended(Exploration.asAsked(request));
      }
    }
    if (ended.servedBy().isSafeFirst()) {
      learnSafe(request, logDemand);
    } else if (planDrift != null) {
      planBatch.add(logDemand);
      planDrift.ended(request);
    }
    // The plan's alone: requests that explore have their degrees in another order.
    if (speedupDrift != null
        && ended.tellsSpeedups()
        && !isSafeAlone
        && speedupAlarm.isTooOld(speedupDrift.ended(request))
        && drifted().isEmpty()) {
      speedupDrift = ofSpeedups();
    }
  }

  private void learnSafe(Timeline request, double logDemand) {
    demandBatch.add(logDemand);
    explorers.ended(request);
    if (explorers.isMedianNew()) {
      GivenProfile given = expected;
      misfit =
          given == null
              ? Optional.empty()
              : given.misfit(explorers.medianNanos(), explorers.medianOf());
      expected = null;
    }
    if (demandDrift != null
        && demandAlarm.isTooOld(demandDrift.ended(request))
        && drifted().isEmpty()) {
      demandDrift = ofDemand();
    }
  }

  /** Who tries higher degrees. */
  Explorers explorers() {
    return explorers;
  }

  /** Requests that were learned from since the last change. */
  long completed() {
    return completed;
  }

  /** How good the service's own predictions are. */
  Predictions predictions() {
    return predictions;
  }

  /** How old what it knows is, in the mean. */
  double ageSeconds(long nowNanos) {
    return demand.sample().ageNanos(nowNanos) / NANOS_PER_S;
  }

  /** Whether it is time to {@link #look}: not while it is being found out what has changed. */
  boolean isTimeToLook() {
    return completed >= nextLook && !isAlarmed();
  }

  /** Whether the demand has changed and it is not known yet how. */
  boolean isAlarmed() {
    return demandDrift != null && demandDrift.change().isPresent();
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
    if (setting.maxDegree() > 1 && !isEnough()) {
      nextLook = Math.min(Math.round(completed * RETRY_GROWTH), completed + MOST_UNTIL_LOOK);
      explorers.goOn(false);
      return Optional.empty();
    }
    explorers.goOn(true);
    nextLook = completed < TELLING_REQUESTS ? TELLING_REQUESTS : Math.round(completed * GROWTH);
    Profile profile = sample.profile(setting.maxDegree(), speedups);
    planned = profile;
    return Optional.of(new Known(profile, speedups, completed));
  }

  /** Speedups that are hardly known make a plan that may be worse than waiting for a better one. */
  private boolean isEnough() {
    return speedups.isKnownWithin(PRECISE)
        || (speedups.isKnown() && completed >= PATIENCE * (long) setting.learnRequests());
  }

  private double logDemand(Timeline request) {
    return StrictMath.log(Math.max(speedups.demandNanos(request), 1));
  }

  /** Against what was planned with, so that a change soon after that is seen. */
  private DemandDrift ofDemand() {
    int batch = demandBatch.values();
    Profile before = planned;
    return before == null
        ? new DemandDrift(speedups, REQUESTS_PER_FALSE_ALARM, setting.seed(), batch)
        : DemandDrift.from(before, speedups, REQUESTS_PER_FALSE_ALARM, setting.seed(), batch);
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
    suspectSinceNanos = ofPlan.change().get().sinceNanos();
    watchPlan();
    return true;
  }

  /** What is no longer as it was, once it is known how; empty if nothing is. */
  Optional<Drift> drifted() {
    if (misfit.isPresent()) {
      return misfit.map(Drift.PlanWrong::new);
    }
    SpeedupDrift speedupNow = speedupDrift;
    Optional<Change> speedup =
        speedupNow == null
            ? Optional.empty()
            : speedupNow.change().filter(Learning::isOtherSpeedup);
    if (speedupNow != null && speedup.isPresent()) {
      String reason = speedupNow.reason().orElseThrow();
      return Optional.of(
          speedup.get().factor() < 1 ? new Drift.PlanWrong(reason) : new Drift.PlanOld(reason));
    }
    DemandDrift demandNow = demandDrift;
    return demandNow == null
        ? Optional.empty()
        : demandNow
            .change()
            .filter(Learning::isTold)
            .map(change -> drift(change, demandNow.reason().orElseThrow()));
  }

  private static Drift drift(Change change, String reason) {
    return change.kind() == Change.Kind.SCALED
        ? new Drift.Scaled(reason, change.factor())
        : new Drift.PlanOld(reason);
  }

  /**
   * The paths of the plan's requests change with the load, and with them what they show of the
   * speedups: a little is no change of the speedups.
   */
  private static boolean isOtherSpeedup(Change change) {
    return isTold(change) && Math.max(change.factor(), 1 / change.factor()) >= LEAST_SPEEDUP_FACTOR;
  }

  private static boolean isTold(Change change) {
    return change.kind() != Change.Kind.NOT_KNOWN;
  }

  /** Forgets what was before the change, and learns anew. */
  void relearn(Drift drift) {
    if (misfit.isPresent()) {
      misfit = Optional.empty();
      return; // All that was learned is of the requests that come.
    }
    // The safe policy's requests may be far apart: those of the plan tell better when it was.
    long since = suspectSinceNanos;
    if (demandDrift != null && demandDrift.change().isPresent()) {
      since = Math.max(since, demandDrift.change().get().sinceNanos());
    }
    if (speedupDrift != null && speedupDrift.change().isPresent()) {
      since = Math.max(since, speedupDrift.change().get().sinceNanos());
    }
    demand.forgetBefore(since);
    if (!(drift instanceof Drift.Scaled)) {
      degrees.forgetBefore(since);
      explorers.beginAnew();
    }
    completed = Math.min(completed, Math.round(demand.sample().requests()));
    nextLook = Math.max(setting.learnRequests(), completed);
    planned = null;
    predictions.forget();
    demandDrift = null;
    speedupDrift = null;
    planDrift = null;
    demandBatch = new BatchLength();
    planBatch = new BatchLength();
  }
}
