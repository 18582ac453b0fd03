package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Policy;
import org.curtail.demand.Exploration;
import org.curtail.demand.ExplorationCost;
import org.curtail.demand.SpeedupModel;
import org.curtail.runtime.Timeline;

/**
 * The safe policy, of which a few requests try higher degrees: how many, for how long, and what
 * that costs. They do so in some slices of time only, so that all others are served as if nobody
 * looked: a policy that may try degrees is asked at each border of a chunk, which short requests
 * feel. Such slices become fewer once there is a plan, and the more requests have tried, so that
 * what it costs grows as the square root of the time only.
 */
final class Explorers {
  /** Of the requests, while there is no plan: what they show is what a plan waits for. */
  private static final double FIRST_SHARE = 0.25;

  /** Of the requests of a slice in which requests explore. */
  private static final double SHARE_IN_SLICE = 0.5;

  /** Beside a plan there are so many times fewer of these slices. */
  private static final int BESIDE_PLAN = 16;

  /** By so much a {@link SplittableRandom} moves on with each number that it draws. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** After so many the share begins to fall, as 1 over their number. */
  private static final double FIRST_EXPLORERS = 400;

  /** Of the median request: for so long at least it stays at its higher degree. */
  private static final double PART = 0.25;

  /** The median of so many is known well enough. */
  private static final int LATEST = 50;

  private final PilotSetting setting;
  private final ExplorationCost cost = new ExplorationCost(1);
  private final double[] latestNanos = new double[LATEST];
  private long requests;
  private double threadNanos;
  private long countBefore;

  /** In one of so many slices requests explore. */
  private int period = period(FIRST_SHARE);

  private Policy exploring;

  /** Nobody explores yet. */
  Explorers(PilotSetting setting) {
    this.setting = setting;
    exploring = setting.safe();
  }

  /** A request of the safe policy has ended. */
  void ended(Timeline request, SpeedupModel speedups) {
    latestNanos[(int) (requests % LATEST)] = request.executionNanos();
    requests++;
    cost.ended(request, speedups);
    threadNanos += request.threadNanos();
    if (requests == LATEST) {
      explore();
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

  /** Those that tried have not shown enough: others try, each as long as requests take by now. */
  void goOn() {
    explore();
  }

  /** There is something new to find out. */
  void beginAnew() {
    countBefore = count();
    explore();
  }

  private void explore() {
    if (setting.maxDegree() == 1 || requests < LATEST) {
      return;
    }
    List<Integer> tried = new ArrayList<>();
    for (int degree = 2; degree < setting.maxDegree(); degree *= 2) {
      tried.add(degree);
    }
    tried.add(setting.maxDegree());
    var least = Duration.ofNanos(Math.max(Math.round(medianNanos() * PART), 1));
    double share = FIRST_SHARE * Math.min(FIRST_EXPLORERS / (count() - countBefore), 1);
    period = period(share);
    exploring = new Exploration(setting.safe(), tried, SHARE_IN_SLICE, least, setting.seed());
  }

  private static int period(double share) {
    return (int) Math.round(SHARE_IN_SLICE / share);
  }

  /**
   * The safe policy of a slice: in one of so many, drawn by the seed, it tries higher degrees, once
   * it knows how long to wait.
   */
  Policy policy(long slice) {
    return policy(slice, period);
  }

  /** The same while a plan serves, which loses what it gains in these slices. */
  Policy besidePlan(long slice) {
    return policy(slice, period * BESIDE_PLAN);
  }

  private Policy policy(long slice, int oneOf) {
    var random = new SplittableRandom(setting.seed() + Math.floorDiv(slice, oneOf) * GOLDEN_GAMMA);
    return random.nextInt(oneOf) == Math.floorMod(slice, oneOf) ? exploring : setting.safe();
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
