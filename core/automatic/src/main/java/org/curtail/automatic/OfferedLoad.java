package org.curtail.automatic;

import java.util.Arrays;
import org.curtail.automatic.choose.PolicyMap;

/**
 * Arrival rate of requests, from counts of equal intervals, and the cores that other work keeps
 * busy. It covers as many intervals as needed for enough requests, at least some, but none before a
 * change of the rate. So a service that becomes busy has its present load at once.
 *
 * <p>After the start, or after an unexpected rest, it counts from the first arrival on, and knows
 * the rate after some requests. Otherwise a service with busy periods of seconds would be half
 * done.
 */
final class OfferedLoad {
  /** Number of requests for a rate within 3.5 %, about the width of a plan's bands. */
  private static final int ENOUGH_REQUESTS = 800;

  /** Intervals compared together to find a change; arrivals within them may be uneven. */
  private static final int TIMES_TOGETHER = 4;

  private static final int LEAST_TIMES = 4 * TIMES_TOGETHER;
  private static final int TIMES = 64 * TIMES_TOGETHER;

  /**
   * Significance limit of a change, in standard deviations of a Poisson process. Uneven arrivals
   * rarely reach it.
   */
  private static final double CHANGE = 5;

  /** Requests after the first one needed for a rate within a seventh. */
  private static final int FIRST_REQUESTS = 50;

  /**
   * Least duration of these first requests, as a fraction of an interval: a batch of requests has
   * no rate.
   */
  private static final int SHORTEST_PART = 5;

  /** Least length of a rest, in intervals. */
  private static final int LEAST_REST_TIMES = 2 * TIMES_TOGETHER;

  private static final double NANOS_PER_S = 1e9;

  /** Length of an interval, short enough to know the rate soon after the start. */
  private static final long COUNTED_NANOS = 250_000_000L;

  private final long widthNanos;
  private final ArrivalPattern pattern;
  private final long[] counts = new long[TIMES];
  private long firstTime = Long.MIN_VALUE;
  private long presentTime;
  private long firstNanos;
  private long latestNanos;
  private boolean hasRested;
  private double backgroundCores;

  /**
   * Creates a load without arrivals, in intervals of a quarter of a second.
   *
   * @param pattern detector that gets the arrivals too
   */
  OfferedLoad(ArrivalPattern pattern) {
    this(COUNTED_NANOS, pattern);
  }

  /**
   * Creates a load without arrivals.
   *
   * @param widthNanos length of an interval, at least 1
   * @param pattern detector that gets the arrivals too
   */
  OfferedLoad(long widthNanos, ArrivalPattern pattern) {
    this.widthNanos = widthNanos;
    this.pattern = pattern;
  }

  /** Counts an arrival. Times must not go back. */
  void arrived(long nowNanos) {
    moveTo(nowNanos);
    if (hasRested) {
      forget();
      moveTo(nowNanos);
    }
    latestNanos = nowNanos;
    counts[place(presentTime)]++;
    pattern.arrived(nowNanos);
  }

  /** Returns true if a time without requests is too long to be chance at the rate before. */
  private boolean isRest(long nanos) {
    return nanos >= LEAST_REST_TIMES * widthNanos
        && perSecond(timeOf(latestNanos), latestNanos) * (nanos / NANOS_PER_S) >= CHANGE * CHANGE;
  }

  /** Forgets all arrivals, for example after a time without reports. */
  void forget() {
    firstTime = Long.MIN_VALUE;
    hasRested = false;
    Arrays.fill(counts, 0);
    pattern.forget();
  }

  private void moveTo(long nowNanos) {
    long time = timeOf(nowNanos);
    if (firstTime == Long.MIN_VALUE) {
      firstTime = time;
      presentTime = time;
      firstNanos = nowNanos;
      latestNanos = nowNanos;
    }
    hasRested |= isRest(nowNanos - latestNanos);
    if (time - presentTime >= TIMES) {
      Arrays.fill(counts, 0);
      firstTime = Math.max(firstTime, time - TIMES + 1);
      presentTime = time;
    }
    while (presentTime < time) {
      presentTime++;
      counts[place(presentTime)] = 0;
    }
  }

  private long timeOf(long nanos) {
    return Math.floorDiv(nanos, widthNanos);
  }

  private static int place(long time) {
    return (int) Math.floorMod(time, (long) TIMES);
  }

  /**
   * Sets the number of cores kept busy by anything but requests.
   *
   * @throws IllegalArgumentException if negative or not finite
   */
  void background(double cores) {
    if (!(cores >= 0) || Double.isInfinite(cores)) {
      throw new IllegalArgumentException("cores must be finite and not negative: " + cores);
    }
    backgroundCores = cores;
  }

  CurrentLoad present(long nowNanos) {
    return new CurrentLoad(perSecond(nowNanos), backgroundCores);
  }

  /** Returns the recent requests per second; 0 while unknown. */
  double perSecond(long nowNanos) {
    if (firstTime == Long.MIN_VALUE) {
      return 0;
    }
    moveTo(nowNanos);
    return perSecond(presentTime, nowNanos);
  }

  /** Returns the rate from arrivals until a moment in this interval. */
  private double perSecond(long lastTime, long nanos) {
    // The last interval is incomplete, and so may be the first one.
    long oldest = Math.max(firstTime + 1, presentTime - TIMES + 1);
    long requests = 0;
    int times = 0;
    for (long until = lastTime; until > oldest; until -= TIMES_TOGETHER) {
      long from = Math.max(until - TIMES_TOGETHER, oldest);
      long before = countFrom(from, until);
      int width = (int) (until - from);
      boolean isEnough = times >= LEAST_TIMES && requests >= ENOUGH_REQUESTS;
      if (isEnough || isChange(requests, times, before, width)) {
        return rate(requests, times * widthNanos);
      }
      requests += before;
      times += width;
    }
    return firstTime == timeOf(firstNanos) && presentTime - firstTime < TIMES
        ? sinceFirst(lastTime, nanos)
        : rate(requests, times * widthNanos);
  }

  /** Returns the rate over all arrivals since the first, if it has not changed. */
  private double sinceFirst(long lastTime, long untilNanos) {
    long requests = countFrom(firstTime, lastTime + 1) - 1;
    long nanos = untilNanos - firstNanos;
    boolean isSoon = lastTime - firstTime < 2;
    boolean isEnough = requests >= FIRST_REQUESTS && nanos >= widthNanos / SHORTEST_PART;
    return isSoon && !isEnough ? 0 : rate(requests, nanos);
  }

  private static double rate(long requests, long nanos) {
    return nanos == 0 ? 0 : requests / (nanos / NANOS_PER_S);
  }

  private long countFrom(long from, long until) {
    long requests = 0;
    for (long time = from; time < until; time++) {
      requests += counts[place(time)];
    }
    return requests;
  }

  /**
   * Returns true if two counts have different rates, compared with the expected counts at one rate.
   */
  private static boolean isChange(long requests, int times, long before, int timesBefore) {
    if (times == 0) {
      return false;
    }
    double difference = (double) before / timesBefore - (double) requests / times;
    double rate = (double) (requests + before) / (times + timesBefore);
    double variance = rate / times + rate / timesBefore;
    return difference * difference > CHANGE * CHANGE * variance;
  }

  /**
   * Current load of a service.
   *
   * @param perSecond arriving requests; 0 while unknown
   * @param backgroundCores mean number of the service's cores kept busy by anything but requests;
   *     at least 0
   */
  record CurrentLoad(double perSecond, double backgroundCores) {
    private static final double MS_PER_S = 1e3;

    /**
     * Returns the load as a share of the sequential capacity of the cores, as in {@link PolicyMap}.
     * Other work counts, since requests cannot use its cores.
     *
     * @param meanMs mean time of a request on one thread
     */
    double utilisation(double meanMs, int cores) {
      return (perSecond * meanMs / MS_PER_S + backgroundCores) / cores;
    }
  }
}
