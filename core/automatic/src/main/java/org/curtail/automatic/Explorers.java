package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Policy;
import org.curtail.automatic.Exploration.ExplorationCost;
import org.curtail.runtime.Timeline;

/**
 * The safe policy, of which a few requests try higher degrees: how many, for how long, and what
 * that costs. They do so in some slices of time only, so that all others are served as if nobody
 * looked: a policy that may try degrees is asked at each border of a chunk, which short requests
 * feel. Such slices become fewer once there is a plan, and the more requests have tried, so that
 * what it costs grows as the square root of the time only. And none explores while that has cost
 * more than {@linkplain SpareWork may be spared}: where cores are busy they are few.
 */
final class Explorers {
  /** Of the requests of a slice in which requests explore. */
  private static final double SHARE_IN_SLICE = 0.5;

  /** No more of them than this in a second of such a slice: enough for any service. */
  private static final double MOST_PER_SECOND = 200;

  /** One of so many slices, while there is no plan: what they show is what it waits for. */
  private static final int FIRST_PERIOD = 2;

  /** The same while an old plan serves, which loses what it gains in these slices. */
  private static final int PERIOD_BESIDE_OLD_PLAN = 16;

  /**
   * The same once there is enough to plan with: so seldom that the tail hardly shows it ({@link
   * GuardSetting#safeShare}).
   */
  private static final int PERIOD_OF_KNOWN = 200;

  /** By so much a {@link SplittableRandom} moves on with each number that it draws. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** After so many these slices become fewer, as 1 over their number. */
  private static final double FIRST_EXPLORERS = 400;

  /** At the start they may cost as much as they may in the mean of so many requests. */
  private static final int ADVANCE_REQUESTS = 10_000;

  /** Of the median request: for so long at least it stays at its higher degree. */
  private static final double PART = 0.25;

  /** The median of so many is known well enough. */
  private static final int LATEST = 50;

  /** About so many requests make the mean: as long as they take by now. */
  private static final double MEAN_OF = 1_000;

  private static final double NANOS_PER_MS = 1e6;

  private final PilotSetting setting;
  private final ExplorationCost cost = new ExplorationCost(1);
  private final double[] latestNanos = new double[LATEST];
  private long requests;
  private double toldNanos;
  private long countBefore;
  private double share = SHARE_IN_SLICE;

  /** Of all work, that they may cost at present. */
  private double spareShare;

  /** Mean thread time of requests of late, and of how many. */
  private double meanNanos;

  private double meanOf;

  /** What they might have cost so far, and what they had when there was something new to find. */
  private double spareNanos;

  private double nanosBefore;

  /** Whether nothing can be planned before they have shown more. */
  private boolean isWanted = true;

  /** None if there is no higher one. */
  private final List<Integer> degrees;

  /** For how long one is tried at least; 0 as long as it is not known how long requests take. */
  private Duration least = Duration.ZERO;

  /** Nobody explores yet. */
  Explorers(PilotSetting setting) {
    this.setting = setting;
    this.degrees = degrees(setting.maxDegree());
    this.spareShare = SpareWork.share(0, setting.cores());
  }

  /** Doubled from 2 on, and the greatest. */
  private static List<Integer> degrees(int maxDegree) {
    var degrees = new ArrayList<Integer>();
    for (int degree = 2; degree < maxDegree; degree *= 2) {
      degrees.add(degree);
    }
    if (maxDegree > 1) {
      degrees.add(maxDegree);
    }
    return List.copyOf(degrees);
  }

  /** A request has ended that met the safe policy. */
  void ended(Timeline request) {
    latestNanos[(int) (requests % LATEST)] = request.executionNanos();
    requests++;
    if (requests == LATEST) {
      explore();
    }
  }

  /**
   * A request has ended, whoever has served it.
   *
   * @param standsFor how many requests
   */
  void served(Timeline request, double standsFor) {
    meanOf = Math.min(meanOf + standsFor, MEAN_OF);
    meanNanos += (request.threadNanos() - meanNanos) * Math.min(standsFor / meanOf, 1);
    spareNanos += request.threadNanos() * standsFor * spareShare;
  }

  /** The safe policy has served it to its end: so what it had, it had tried. */
  void told(Timeline request, SpeedupModel speedups) {
    cost.ended(request, speedups);
    toldNanos += request.threadNanos();
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

  /**
   * It was looked at what they have shown. Others try, each for as long as requests take by now.
   *
   * @param isEnough whether there can be a plan
   */
  void goOn(boolean isEnough) {
    isWanted = !isEnough;
    explore();
  }

  /** There is something new to find out. */
  void beginAnew() {
    countBefore = count();
    nanosBefore = nanos();
    spareNanos = 0;
    isWanted = true;
    explore();
  }

  /** So much there is to do at present. */
  void arriving(PresentLoad load) {
    double perSecond = load.perSecond();
    share = perSecond > 0 ? Math.min(SHARE_IN_SLICE, MOST_PER_SECOND / perSecond) : SHARE_IN_SLICE;
    spareShare =
        SpareWork.share(
            load.utilisation(meanNanos / NANOS_PER_MS, setting.cores()), setting.cores());
  }

  private boolean mayCostMore() {
    return nanos() - nanosBefore <= spareNanos + spareShare * ADVANCE_REQUESTS * meanNanos;
  }

  private void explore() {
    if (requests >= LATEST) {
      least = Duration.ofNanos(Math.max(Math.round(medianNanos() * PART), 1));
    }
  }

  /**
   * The safe policy of a slice: in one of so many, drawn by the seed, it tries higher degrees, once
   * it knows how long to wait.
   */
  Policy policy(long slice) {
    return policy(slice, isWanted ? FIRST_PERIOD : PERIOD_OF_KNOWN);
  }

  /** The same while a plan serves. */
  Policy besidePlan(long slice) {
    return policy(slice, isWanted ? PERIOD_BESIDE_OLD_PLAN : PERIOD_OF_KNOWN);
  }

  private Policy policy(long slice, int firstPeriod) {
    double fewer = Math.max((count() - countBefore) / FIRST_EXPLORERS, 1);
    int period = (int) Math.round(firstPeriod * fewer);
    var random = new SplittableRandom(setting.seed() + Math.floorDiv(slice, period) * GOLDEN_GAMMA);
    boolean isDrawn = random.nextInt(period) == Math.floorMod(slice, period);
    if (!isDrawn || degrees.isEmpty() || least.isZero() || !mayCostMore()) {
      return setting.safe();
    }
    long seed = setting.seed() ^ slice * GOLDEN_GAMMA;
    return new Exploration(setting.safe(), degrees, share, least, seed);
  }

  /** Requests that tried higher degrees. */
  long count() {
    return cost.explorers();
  }

  /** Core time that this took more than one thread each would have taken. */
  long nanos() {
    return Math.round(cost.lostShare() * toldNanos);
  }

  /** The same in one. */
  Tried tried() {
    return new Tried(count(), nanos());
  }
}
