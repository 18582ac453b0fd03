package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Policy;
import org.curtail.demand.Exploration;
import org.curtail.demand.ExplorationCost;
import org.curtail.demand.SpeedupModel;
import org.curtail.runtime.Timeline;

/**
 * The safe policy, of which a few requests try higher degrees: how many, for how long, and what
 * that costs. Where trying has shown nothing they become fewer.
 */
final class Explorers {
  private static final double FIRST_SHARE = 0.1;
  private static final double LEAST_SHARE = 0.01;

  /** Of the median request: for so long at least it stays at its higher degree. */
  private static final double PART = 0.25;

  /** The median of so many is known well enough. */
  private static final int LATEST = 50;

  private final PilotSetting setting;
  private final ExplorationCost cost = new ExplorationCost(1);
  private final double[] latestNanos = new double[LATEST];
  private long requests;
  private double threadNanos;
  private double share = FIRST_SHARE;
  private Policy policy;

  /** Nobody explores yet. */
  Explorers(PilotSetting setting) {
    this.setting = setting;
    policy = setting.safe();
  }

  /** A request of the safe policy has ended. */
  void ended(Timeline request, SpeedupModel speedups) {
    latestNanos[(int) (requests % LATEST)] = request.executionNanos();
    requests++;
    cost.ended(request, speedups);
    threadNanos += request.threadNanos();
    if (requests == LATEST) {
      explore(FIRST_SHARE);
    }
  }

  /** Whether so many requests have just ended that their median is known for the first time. */
  boolean isMedianNew() {
    return requests == LATEST;
  }

  /** How long the median of the latest requests took. */
  double medianNanos() {
    double[] ascending = latestNanos.clone();
    Arrays.sort(ascending);
    return ascending[LATEST / 2];
  }

  /** How many that is. */
  int medianOf() {
    return LATEST;
  }

  /** Those that tried have shown nothing: fewer try, each as long as requests take by now. */
  void becomeFewer() {
    explore(Math.max(share / 2, LEAST_SHARE));
  }

  /** There is something new to find out. */
  void becomeMany() {
    explore(FIRST_SHARE);
  }

  private void explore(double newShare) {
    share = newShare;
    if (setting.maxDegree() == 1 || requests < LATEST) {
      return;
    }
    List<Integer> tried = new ArrayList<>();
    for (int degree = 2; degree < setting.maxDegree(); degree *= 2) {
      tried.add(degree);
    }
    tried.add(setting.maxDegree());
    var least = Duration.ofNanos(Math.max(Math.round(medianNanos() * PART), 1));
    policy = new Exploration(setting.safe(), tried, share, least, setting.seed());
  }

  /** The safe policy, which tries higher degrees now and then once it knows how long to wait. */
  Policy policy() {
    return policy;
  }

  /** Requests that tried higher degrees, and others that had them. */
  long count() {
    return cost.explorers();
  }

  /** Core time that this took more than one thread each would have taken. */
  long nanos() {
    return Math.round(cost.lostShare() * threadNanos);
  }
}
