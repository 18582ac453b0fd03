package org.curtail.automatic;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.curtail.Profile;
import org.curtail.automatic.OfferedLoad.CurrentLoad;
import org.curtail.automatic.detect.BatchLength;
import org.curtail.automatic.detect.Change;
import org.curtail.automatic.detect.ChangeDetector.UndecidedAlarm;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.automatic.learn.DemandDrift;
import org.curtail.automatic.learn.DemandGap;
import org.curtail.automatic.learn.DemandSample;
import org.curtail.automatic.learn.RecentDemand;
import org.curtail.automatic.learn.SpeedupDrift;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Learns the demand from ended requests, and speedups from exploring ones. Decides when the
 * knowledge suffices for a plan, and when it is outdated.
 */
final class Learning {
  private static final int WINDOWS = 8;
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final int WINDOW_REQUESTS = 2_500;
  private static final int WINDOW_EXPLORERS = 500;

  /** Number of requests needed to know the tail of the demand, for policies that depend on it. */
  static final int TAIL_REQUESTS = 1_000;

  /** Logarithmic error of the speedups below which a plan is made at once. */
  private static final double PRECISE = 0.1;

  /** Multiple of the required number of requests up to which a plan waits for better speedups. */
  private static final int PATIENCE = 4;

  /** The same multiple for the speedups of the long requests of a demand of two humps. */
  private static final int PATIENCE_FOR_LONG = 16;

  private static final double GROWTH = 4;
  private static final double RETRY_GROWTH = 1.5;

  private static final double REQUESTS_PER_FALSE_ALARM = 1e6;

  private static final double SMOOTHING_OF_LONG = 1.0 / 16;

  /** Baseline requests after an alarm within which the kind of change must be known. */
  private static final int MOST_SINCE_DEMAND_ALARM = 4_000;

  /**
   * Limit as above for speedups and for the plan's requests, if one in twenty has several degrees.
   */
  private static final int MOST_SINCE_SPEEDUP_ALARM = 20 * MOST_SINCE_DEMAND_ALARM;

  /** Requests after which all remembered ones are new. */
  private static final long MOST_UNTIL_LOOK = (long) WINDOWS * WINDOW_REQUESTS;

  private static final double LEAST_SPEEDUP_FACTOR = 1.25;

  private static final double NANOS_PER_S = 1e9;

  private final PilotSetting setting;

  /** Demand of all requests since the last change. */
  private final RecentDemand demand;

  /**
   * Exploring requests, for the speedups: chance chose their degrees. A plan's requests are
   * unsuitable: their degrees depend on other requests. They are kept if all request times change
   * alike.
   */
  private final RecentDemand degrees;

  /** Batch length of the baseline's demands, since the last change. */
  private BatchLength demandBatch = new BatchLength();

  /** Batch length of the plan's demands, which depend on the estimated speedups. */
  private BatchLength planBatch = new BatchLength();

  private final ArrivalOrder order = new ArrivalOrder();
  private final ExplorationSchedule exploration;
  private final LearningShare share;
  private final Predictions predictions = new Predictions();

  /** Time since which the plan's requests seem to have changed. */
  private long suspectSinceNanos = Long.MIN_VALUE;

  private @Nullable GivenProfile expected;
  private @Nullable Profile planned;
  private Optional<String> misfit = Optional.empty();
  private long completed;

  private long nextLook;
  private final UndecidedAlarm demandAlarm = new UndecidedAlarm(MOST_SINCE_DEMAND_ALARM);
  private final UndecidedAlarm speedupAlarm = new UndecidedAlarm(MOST_SINCE_SPEEDUP_ALARM);
  private SpeedupModel speedups;

  /** Border between the humps of a demand of two humps; 0 for one hump. */
  private double gapNanos;

  /** Recent response time of the requests beyond it; 0 before the first. */
  private double longResponseNanos;

  private final ClassTimes classTimes = new ClassTimes();
  private @Nullable DemandDrift demandDrift;
  private @Nullable SpeedupDrift speedupDrift;

  /** Detector on the plan's requests. There are many, so it detects a change soon. */
  private @Nullable DemandDrift planDrift;

  Learning(PilotSetting setting) {
    this.setting = setting;
    this.demand = new RecentDemand(WINDOWS, WINDOW, WINDOW_REQUESTS, setting.seed());
    this.degrees = new RecentDemand(WINDOWS, WINDOW, WINDOW_EXPLORERS, ~setting.seed());
    this.speedups = degrees.sample().speedups();
    this.exploration = new ExplorationSchedule(setting);
    this.share = new LearningShare(setting.seed());
    this.nextLook = setting.learnRequests();
  }

  /** Checks requests against a given profile, until enough is learned. */
  void expect(Profile given) {
    expected = new GivenProfile(given);
  }

  /** Knowledge that suffices for a plan. */
  record Known(Profile profile, SpeedupModel speedups, long requests) {}

  void arrived(long arrivalNanos) {
    order.arrived(arrivalNanos);
  }

  /** Records that a request has left the service for any reason. */
  void left(long arrivalNanos) {
    order.left(arrivalNanos);
  }

  void setLoad(CurrentLoad load) {
    share.setRate(load.perSecond());
    exploration.setLoad(load);
  }

  /** Returns the number of requests that an ended request represents; 0 to ignore it. */
  double standsFor(Timeline request, ServedBy servedBy) {
    boolean hasExplored = servedBy == ServedBy.BASELINE_ALONE && request.peakDegree() > 1;
    return hasExplored ? 1 : share.standsFor(completed);
  }

  /**
   * Adds an ended request. All requests show the demand, but only those of the baseline show
   * changes of it. The times of a plan's requests depend on their speedups, so a harmful plan would
   * look like another demand.
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
    exploration.served(request, ended.standsFor());
    double logDemand = logDemand(request);
    double demandNanos = StrictMath.exp(logDemand);
    if (gapNanos > 0 && demandNanos > gapNanos) {
      double before = longResponseNanos == 0 ? request.responseNanos() : longResponseNanos;
      longResponseNanos = before + (request.responseNanos() - before) * SMOOTHING_OF_LONG;
    }
    boolean isBaselineAlone = ended.servedBy() == ServedBy.BASELINE_ALONE;
    if (planDrift != null && !(isBaselineAlone && request.peakDegree() > 1)) {
      classTimes.ended(demandNanos, request.responseNanos(), ended.servedBy(), ended.standsFor());
    }
    predictions.ended(request.prediction(), logDemand);
    if (isBaselineAlone) {
      exploration.addCost(request, speedups);
      if (ended.showsSpeedups()) {
        degrees.ended(
            hasExploredLater(request) ? request : Exploration.withImmediateThreads(request));
      }
    }
    if (ended.servedBy().isBaselineFirst()) {
      learnBaseline(request, logDemand);
    } else if (planDrift != null) {
      planBatch.add(logDemand);
      planDrift.ended(request);
    }
    // Only requests of the plan: exploring ones have their degrees in another order.
    if (speedupDrift != null
        && ended.showsSpeedups()
        && !isBaselineAlone
        && speedupAlarm.isTooOld(speedupDrift.ended(request))
        && drifted().isEmpty()) {
      speedupDrift = ofSpeedups();
    }
  }

  /** Returns true if a request of two humps asked for more threads only once it was a long one. */
  private boolean hasExploredLater(Timeline request) {
    return gapNanos > 0
        && request.path().stream()
            .findFirst()
            .filter(first -> first.degree() == 1 && first.nanos() >= gapNanos)
            .isPresent();
  }

  private void learnBaseline(Timeline request, double logDemand) {
    demandBatch.add(logDemand);
    exploration.ended(request);
    if (exploration.isMedianNew()) {
      GivenProfile given = expected;
      misfit =
          given == null
              ? Optional.empty()
              : given.misfit(exploration.medianNanos(), exploration.medianOf());
      expected = null;
    }
    if (demandDrift != null
        && demandAlarm.isTooOld(demandDrift.ended(request))
        && drifted().isEmpty()) {
      demandDrift = ofDemand();
    }
  }

  ExplorationSchedule exploration() {
    return exploration;
  }

  /** Returns the number of learned requests since the last change. */
  long completed() {
    return completed;
  }

  /**
   * Returns the number of requests needed for a plan, an estimate. The first requests may not show
   * the speedups well enough. Empty if they have shown none so far.
   */
  OptionalLong wanted() {
    if (completed < setting.learnRequests()) {
      return OptionalLong.of(setting.learnRequests());
    }
    return speedups.isKnown()
        ? OptionalLong.of(Math.max(nextLook, PATIENCE * (long) setting.learnRequests()))
        : OptionalLong.empty();
  }

  /** Returns the number of requests at the next {@link #look}. */
  long nextLook() {
    return nextLook;
  }

  Predictions predictions() {
    return predictions;
  }

  /** Returns the mean age of the knowledge in seconds. */
  double ageSeconds(long nowNanos) {
    return demand.sample().ageNanos(nowNanos) / NANOS_PER_S;
  }

  /** Returns true if {@link #look} is due. It never is while the kind of a change is unknown. */
  boolean isTimeToLook() {
    return completed >= nextLook && !isAlarmed();
  }

  /** Returns true if the demand has changed and the kind of change is unknown. */
  boolean isAlarmed() {
    return demandDrift != null && demandDrift.change().isPresent();
  }

  /**
   * Returns the knowledge if it suffices for a plan. After an insufficient result, more requests
   * must end before the next call.
   */
  Optional<Known> look() {
    DemandSample sample = demand.sample();
    if (sample.kept() == 0) {
      nextLook = setting.learnRequests();
      return Optional.empty();
    }
    speedups = degrees.sample().speedups();
    double[] demandNanos = sample.demandNanos(speedups);
    OptionalDouble gap = DemandGap.middle(demandNanos);
    gapNanos = gap.orElse(0);
    exploration.setLong(gapNanos, gapNanos > 0 ? meanAbove(gapNanos, demandNanos) : 0);
    classTimes.learned(demandNanos, gap);
    if (setting.maxDegree() > 1 && !isEnough()) {
      nextLook = Math.min(Math.round(completed * RETRY_GROWTH), completed + MOST_UNTIL_LOOK);
      exploration.proceed(false);
      return Optional.empty();
    }
    exploration.proceed(gapNanos == 0 || (speedups.hasGap() && speedups.isKnownWithin(PRECISE)));
    nextLook = completed < TAIL_REQUESTS ? TAIL_REQUESTS : Math.round(completed * GROWTH);
    Profile profile = sample.profile(setting.maxDegree(), speedups);
    planned = profile;
    return Optional.of(new Known(profile, speedups, completed));
  }

  private static double meanAbove(double borderNanos, double[] demandNanos) {
    return Arrays.stream(demandNanos).filter(nanos -> nanos > borderNanos).average().orElseThrow();
  }

  /** Returns the response times of short and of long requests under the present plan. */
  ClassTimes classTimes() {
    return classTimes;
  }

  /**
   * Returns the recent response time of the long requests of a demand of two humps; 0 for one hump.
   */
  double longResponseNanos() {
    return gapNanos > 0 ? longResponseNanos : 0;
  }

  /**
   * Returns true if the speedups are known well enough. A plan on poor speedups may be worse than a
   * later plan. Of two humps, short requests are soon known, and do not show what threads bring to
   * the few long ones, which have most of the work.
   */
  private boolean isEnough() {
    if (gapNanos > 0
        && !speedups.hasGap()
        && completed < PATIENCE_FOR_LONG * (long) setting.learnRequests()) {
      return false;
    }
    return speedups.isKnownWithin(PRECISE)
        || (speedups.isKnown() && completed >= PATIENCE * (long) setting.learnRequests());
  }

  private double logDemand(Timeline request) {
    return StrictMath.log(Math.max(speedups.demandNanos(request), 1));
  }

  /**
   * Returns a detector that compares with the demand of the plan, so that it detects an early
   * change.
   */
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

  /** Starts detection of changes against the knowledge of now, or of the last call. */
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
   * Returns true, once, if the plan's requests have changed. The load may be the cause, since their
   * demand depends on the estimated speedups. So this is only a reason to look.
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

  /** Returns the change once its kind is known, or empty. */
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
            .filter(Learning::isKindKnown)
            .map(change -> drift(change, demandNow.reason().orElseThrow()));
  }

  private static Drift drift(Change change, String reason) {
    return change.kind() == Change.Kind.SCALED
        ? new Drift.Scaled(reason, change.factor())
        : new Drift.PlanOld(reason);
  }

  /**
   * Returns true if the change is too great for an effect of the load. The load changes the paths
   * of the plan's requests, and so the speedups that they show.
   */
  private static boolean isOtherSpeedup(Change change) {
    return isKindKnown(change)
        && Math.max(change.factor(), 1 / change.factor()) >= LEAST_SPEEDUP_FACTOR;
  }

  private static boolean isKindKnown(Change change) {
    return change.kind() != Change.Kind.NOT_KNOWN;
  }

  /** Forgets all requests before the change, and learns again. */
  void relearn(Drift drift) {
    if (misfit.isPresent()) {
      misfit = Optional.empty();
      return; // All knowledge comes from present requests.
    }
    // The baseline's requests may be rare, so the plan's requests date the change better.
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
      exploration.restart();
    }
    completed = Math.min(completed, Math.round(demand.sample().requests()));
    nextLook = Math.max(setting.learnRequests(), completed);
    planned = null;
    gapNanos = 0;
    longResponseNanos = 0;
    classTimes.forget();
    exploration.setLong(0, 0);
    predictions.forget();
    demandDrift = null;
    speedupDrift = null;
    planDrift = null;
    demandBatch = new BatchLength();
    planBatch = new BatchLength();
  }

  /** Profile given at the start, with a check that it fits the arriving requests. */
  private record GivenProfile(Profile profile) {
    /** Percentile that the median of the first requests hardly ever exceeds if the profile fits. */
    private static final double FIT = 80;

    /**
     * Returns the reason why the profile does not fit: half of the first requests are longer, or
     * shorter, than nearly all of its requests.
     *
     * @param requests number of first requests
     * @return empty if the profile may fit
     */
    Optional<String> misfit(double firstMedianNanos, int requests) {
      double ms = firstMedianNanos / 1e6;
      return ms >= profile.percentileMs(100 - FIT, 1) && ms <= profile.percentileMs(FIT, 1)
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "the given profile is of other requests: its median is %.2f ms on one thread, that of the first %d requests %.2f ms",
                  profile.percentileMs(50, 1),
                  requests,
                  ms));
    }
  }

  /** Change of the service, and its consequence for the plan. */
  sealed interface Drift {
    String reason();

    /** The plan was never right, or promises more than is possible. It ends at once. */
    record PlanWrong(String reason) implements Drift {}

    /** One factor changed all request times. The plan is right in another unit of time. */
    record Scaled(String reason, double factor) implements Drift {}

    /**
     * The plan may be outdated. It serves until there is a new one, and its comparison begins
     * again.
     */
    record PlanOld(String reason) implements Drift {}
  }
}
