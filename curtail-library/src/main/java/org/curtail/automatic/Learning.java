package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
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
  private static final int FIRST_REQUESTS = 50;
  private static final double EXPLORING_SHARE = 0.1;
  private static final double GROWTH = 4;
  private static final double RETRY_GROWTH = 1.5;

  /** Alarms are false once in so many requests. */
  private static final double REQUESTS_PER_FALSE_ALARM = 1e6;

  private final PilotSetting setting;
  private final RecentDemand recent;
  private final double[] firstNanos = new double[FIRST_REQUESTS];

  private long completed;
  private long nextLook;
  private ExplorationCost cost = new ExplorationCost(1);
  private SpeedupModel speedups;
  private Policy explorer;
  private @Nullable DemandDrift demandDrift;
  private @Nullable SpeedupDrift speedupDrift;

  Learning(PilotSetting setting) {
    this.setting = setting;
    this.recent = new RecentDemand(WINDOWS, WINDOW, WINDOW_REQUESTS, setting.seed());
    this.speedups = recent.sample().speedups();
    this.explorer = setting.safe();
    this.nextLook = setting.learnRequests();
  }

  /** What is enough to plan with. */
  record Known(Profile profile, SpeedupModel speedups, long requests) {}

  /** A request has ended that tells of the demand. */
  void ended(Timeline request) {
    if (request.outcome() != Outcome.COMPLETED) {
      return;
    }
    recent.ended(request);
    if (completed < FIRST_REQUESTS) {
      firstNanos[(int) completed] = request.executionNanos();
    }
    completed++;
    cost.ended(request, speedups);
    if (completed == FIRST_REQUESTS && setting.maxDegree() > 1) {
      explorer = exploring();
    }
    if (demandDrift != null) {
      demandDrift.ended(request);
    }
    if (speedupDrift != null) {
      speedupDrift.ended(request);
    }
  }

  /** Raises a request when it has run for half of the median time, as {@link Exploration} asks. */
  private Policy exploring() {
    double[] ascending = firstNanos.clone();
    Arrays.sort(ascending);
    long afterNanos = Math.max(Math.round(ascending[FIRST_REQUESTS / 2] / 2), 1);
    List<Integer> degrees = new ArrayList<>();
    for (int degree = 2; degree < setting.maxDegree(); degree *= 2) {
      degrees.add(degree);
    }
    degrees.add(setting.maxDegree());
    return new Exploration(
        setting.safe(), degrees, EXPLORING_SHARE, Duration.ofNanos(afterNanos), setting.seed());
  }

  /** The safe policy, which tries higher degrees now and then once it knows how long to wait. */
  Policy explorer() {
    return explorer;
  }

  /** Requests that completed and were learned from since the last change. */
  long completed() {
    return completed;
  }

  /** What exploring cost so far. */
  ExplorationCost cost() {
    return cost;
  }

  /** How old what it knows is, in the mean. */
  long ageNanos(long nowNanos) {
    return recent.sample().ageNanos(nowNanos);
  }

  /** Whether it is time to {@link #look}. */
  boolean isTimeToLook() {
    return completed >= nextLook;
  }

  /**
   * What is known, if it is enough to plan with. Asked seldom: each time it is not enough, more
   * requests have to come before the next.
   */
  Optional<Known> look() {
    DemandSample sample = recent.sample();
    if (sample.kept() == 0) {
      nextLook = setting.learnRequests();
      return Optional.empty();
    }
    speedups = sample.speedups();
    if (setting.maxDegree() > 1 && !speedups.isKnown()) {
      nextLook = Math.round(completed * RETRY_GROWTH);
      return Optional.empty();
    }
    nextLook = Math.round(completed * GROWTH);
    return Optional.of(
        new Known(sample.profile(setting.maxDegree(), speedups), speedups, completed));
  }

  /** From now on changes against what is known by now are looked for. */
  void watch() {
    demandDrift = new DemandDrift(speedups, REQUESTS_PER_FALSE_ALARM, setting.seed());
    speedupDrift = new SpeedupDrift(speedups, REQUESTS_PER_FALSE_ALARM, setting.seed());
  }

  /** In plain words, what is no longer as it was, once it is known how; empty if nothing is. */
  Optional<String> drifted() {
    DemandDrift demand = demandDrift;
    SpeedupDrift speedup = speedupDrift;
    if (speedup != null && speedup.change().filter(Learning::isTold).isPresent()) {
      return speedup.reason();
    }
    return demand != null && demand.change().filter(Learning::isTold).isPresent()
        ? demand.reason()
        : Optional.empty();
  }

  private static boolean isTold(Change change) {
    return change.kind() != Change.Kind.NOT_KNOWN;
  }

  /** Forgets what was before the change, and learns anew. */
  void relearn() {
    long since = Long.MIN_VALUE;
    if (demandDrift != null && demandDrift.change().isPresent()) {
      since = demandDrift.change().get().sinceNanos();
    }
    if (speedupDrift != null && speedupDrift.change().isPresent()) {
      since = Math.max(since, speedupDrift.change().get().sinceNanos());
    }
    recent.forgetBefore(since);
    completed = Math.round(recent.sample().requests());
    nextLook = Math.max(setting.learnRequests(), completed);
    demandDrift = null;
    speedupDrift = null;
  }
}
