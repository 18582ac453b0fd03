package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Policy;
import org.curtail.automatic.Exploration.CostCounter;
import org.curtail.automatic.OfferedLoad.CurrentLoad;
import org.curtail.automatic.Pilot.ExplorationCost;
import org.curtail.automatic.guard.GuardSetting;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.runtime.Timeline;

/**
 * Decides how many requests of the baseline try higher degrees, for how long, and counts the cost.
 * They explore in some slices of time only. Other slices have no overhead; an exploring policy
 * decides at each chunk border, which slows short requests. With a plan, and with more explorers,
 * such slices become rarer, so the cost grows as the square root of time. No request explores while
 * the cost exceeds the {@linkplain SpareWork spare work}, so few explore on busy cores.
 */
final class ExplorationSchedule {
  private static final double SHARE_IN_SLICE = 0.5;

  /** Exploring slices of which one is for all requests, the others for long ones of two humps. */
  private static final int SLICES_OF_BOTH = 4;

  /** Most exploring requests per second in an exploring slice; enough for any service. */
  private static final double MOST_PER_SECOND = 200;

  /** Slices per exploring slice without a plan, which waits for the results. */
  private static final int FIRST_PERIOD = 2;

  /** Slices per exploring slice beside an old plan, which has no gain in exploring slices. */
  private static final int PERIOD_BESIDE_OLD_PLAN = 16;

  /**
   * Slices per exploring slice once a plan is possible: so many that the tail hardly changes
   * ({@link GuardSetting#safeShare}).
   */
  private static final int PERIOD_OF_KNOWN = 200;

  /** Step of a {@link SplittableRandom} per drawn number. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** Number of explorers after which exploring slices become rarer, as 1 over the number. */
  private static final double FIRST_EXPLORERS = 400;

  /** Number of requests whose allowed cost is available at the start. */
  private static final int ADVANCE_REQUESTS = 10_000;

  /** Least time at the higher degree, as a share of the median request time. */
  private static final double PART = 0.25;

  /** Number of latest requests that are enough to know the median. */
  private static final int LATEST = 50;

  private static final double MEAN_OF = 1_000;

  private static final double NANOS_PER_MS = 1e6;

  private final PilotSetting setting;
  private final CostCounter cost = new CostCounter(1);
  private final double[] latestNanos = new double[LATEST];
  private long requests;
  private double reportedNanos;
  private long countBefore;
  private double share = SHARE_IN_SLICE;

  /** Share of all work that exploring may cost at present. */
  private double spareShare;

  /** Running mean of thread time; {@link #meanOf} is the number of requests in it. */
  private double meanNanos;

  private double meanOf;

  /** Allowed cost so far; {@link #nanosBefore} is the cost at the last {@link #restart}. */
  private double spareNanos;

  private double nanosBefore;

  /** True if a plan needs more explorers. */
  private boolean isWanted = true;

  /** Degrees to try; empty if there is no higher one. */
  private final List<Integer> degrees;

  /** Least time at a degree; 0 while the length of requests is unknown. */
  private Duration least = Duration.ZERO;

  /**
   * The same for long requests of two humps, which explore in some slices alone; 0 for one hump.
   */
  private Duration leastOfLong = Duration.ZERO;

  /** Time that a long request has run when it begins. */
  private Duration longFrom = Duration.ZERO;

  ExplorationSchedule(PilotSetting setting) {
    this.setting = setting;
    this.degrees = degrees(setting.maxDegree());
    this.spareShare = SpareWork.share(0, setting.cores());
  }

  /** Returns the powers of two from 2 on, and the greatest degree. */
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

  /** Adds an ended request of the baseline. */
  void ended(Timeline request) {
    latestNanos[(int) (requests % LATEST)] = request.executionNanos();
    requests++;
    if (requests == LATEST) {
      explore();
    }
  }

  /**
   * Adds an ended request of any policy.
   *
   * @param standsFor number of requests it represents
   */
  void served(Timeline request, double standsFor) {
    meanOf = Math.min(meanOf + standsFor, MEAN_OF);
    meanNanos += (request.threadNanos() - meanNanos) * Math.min(standsFor / meanOf, 1);
    spareNanos += request.threadNanos() * standsFor * spareShare;
  }

  /** Counts the cost of a request of the baseline. All its further degrees were exploration. */
  void addCost(Timeline request, SpeedupModel speedups) {
    cost.ended(request, speedups);
    reportedNanos += request.threadNanos();
  }

  /** Returns true if the median of the latest requests has just become known. */
  boolean isMedianNew() {
    return requests == LATEST;
  }

  double medianNanos() {
    double[] ascending = latestNanos.clone();
    Arrays.sort(ascending);
    return ascending[LATEST / 2];
  }

  /** Returns the number of requests in the median. */
  int medianOf() {
    return LATEST;
  }

  /**
   * Continues with other requests after an evaluation of the results. The least time follows the
   * present median.
   *
   * @param isEnough true if a plan is possible
   */
  void proceed(boolean isEnough) {
    isWanted = !isEnough;
    explore();
  }

  /** Starts again, because the service has changed. */
  void restart() {
    countBefore = count();
    nanosBefore = nanos();
    spareNanos = 0;
    isWanted = true;
    explore();
  }

  /**
   * Sets the long requests of a demand of two humps; zeros for one hump. A trial of a quarter of a
   * short request shows nothing of a request that takes a thousand times as long.
   *
   * @param fromNanos border between the humps
   * @param longNanos mean demand beyond it
   */
  void setLong(double fromNanos, double longNanos) {
    if (leastOfLong.isZero() && longNanos > 0) {
      // Speedups of short requests say nothing about the long ones.
      countBefore = count();
    }
    longFrom = Duration.ofNanos(Math.round(fromNanos));
    leastOfLong = Duration.ofNanos(Math.round(longNanos * PART));
  }

  void setLoad(CurrentLoad load) {
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
   * Returns the policy of the baseline for a slice. The seed decides in which slices requests try
   * higher degrees, once the least time is known.
   */
  Policy policy(long slice) {
    return policy(slice, isWanted ? FIRST_PERIOD : PERIOD_OF_KNOWN);
  }

  /** Returns the policy of the baseline for a slice while a plan serves. */
  Policy besidePlan(long slice) {
    return policy(slice, isWanted ? PERIOD_BESIDE_OLD_PLAN : PERIOD_OF_KNOWN);
  }

  private Policy policy(long slice, int firstPeriod) {
    double fewer = Math.max((count() - countBefore) / FIRST_EXPLORERS, 1);
    int period = (int) Math.round(firstPeriod * fewer);
    var random = new SplittableRandom(setting.seed() + Math.floorDiv(slice, period) * GOLDEN_GAMMA);
    boolean isDrawn = random.nextInt(period) == Math.floorMod(slice, period);
    if (!isDrawn || degrees.isEmpty() || least.isZero() || !mayCostMore()) {
      return setting.baseline();
    }
    long seed = setting.seed() ^ slice * GOLDEN_GAMMA;
    boolean isForShort = leastOfLong.isZero() || Math.floorDiv(slice, period) % SLICES_OF_BOTH == 0;
    return isForShort
        ? new Exploration(setting.baseline(), degrees, share, least, seed)
        : new Exploration(setting.baseline(), degrees, SHARE_IN_SLICE, leastOfLong, longFrom, seed);
  }

  /** Returns the number of explorers. */
  long count() {
    return cost.explorers();
  }

  /** Returns the core time of exploring beyond one thread each. */
  long nanos() {
    return Math.round(cost.lostShare() * reportedNanos);
  }

  ExplorationCost explorationCost() {
    return new ExplorationCost(count(), nanos());
  }

  /**
   * Extra work that cores can do without a noticeable delay of requests. Mostly idle cores can do a
   * lot. On busy cores each further percent makes requests wait much longer, above all on few
   * cores.
   *
   * <p>The model is an M/M/k queue, with a mean wait of about <code>
   *  u<sup>sqrt(2(k+1)) - 1</sup> / (k (1 - u))</code> of a mean service time at utilisation {@code
   * u} (Sakasegawa 1977).
   */
  static final class SpareWork {
    /** Allowed increase of the mean response time; hardly measurable. */
    private static final double SLOWDOWN = 0.01;

    /** Greatest share of all work, since idle cores save power. */
    private static final double MOST_SHARE = 0.05;

    private static final double MOST_UTILISATION = 0.99;

    private SpareWork() {}

    /**
     * Returns the extra work as a share of the present work.
     *
     * @param utilisation utilisation of the cores, at least 0; may exceed 1
     * @param cores number of cores, at least 1
     * @return more than 0, at most 0.05
     */
    static double share(double utilisation, int cores) {
      double busy = Math.clamp(utilisation, 0, MOST_UTILISATION);
      double power = Math.sqrt(2.0 * (cores + 1)) - 1;
      double wait = StrictMath.pow(busy, power) / (cores * (1 - busy));
      // Increase of the response time per increase of the logarithm of the work.
      double growth = wait / (1 + wait) * (power + busy / (1 - busy));
      return Math.min(SLOWDOWN / growth, MOST_SHARE);
    }
  }
}
