package org.curtail.automatic;

import java.util.Arrays;

/**
 * The rate at which requests arrive, from counts of equal times, and what else keeps the cores
 * busy, which others tell. It looks back as far as it takes to see enough requests, and at least
 * some counts, but not beyond a change: a service that was idle a moment ago and is busy now has
 * the load of now.
 *
 * <p>After a begin, or a rest in which nobody came though many should have, it counts from the
 * first arrival on, and knows the rate as soon as there are some: a service that is busy for
 * seconds at a time would else be half over.
 */
final class OfferedLoad {
  /** A rate from so many is known to within 3.5 %, about as wide as the bands of a plan. */
  private static final int ENOUGH_REQUESTS = 800;

  /** A change shows in so many times; arrivals within them may be as uneven as they like. */
  private static final int TIMES_TOGETHER = 4;

  private static final int LEAST_TIMES = 4 * TIMES_TOGETHER;
  private static final int TIMES = 64 * TIMES_TOGETHER;

  /** In standard deviations of a Poisson process, so that uneven arrivals are hardly a change. */
  private static final double CHANGE = 5;

  /** So many after the first one show the rate to within a seventh. */
  private static final int FIRST_REQUESTS = 50;

  /** A part of a time in which they must have come: a batch of requests has no rate. */
  private static final int SHORTEST_PART = 5;

  /** A rest lasts for so many times at least. */
  private static final int LEAST_REST_TIMES = 2 * TIMES_TOGETHER;

  private static final double NANOS_PER_S = 1e9;

  /** So finely arrivals are counted, that their rate is known soon after the start. */
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
   * Nothing was seen yet; its times are a quarter of a second.
   *
   * @param pattern is told of the arrivals too
   */
  OfferedLoad(ArrivalPattern pattern) {
    this(COUNTED_NANOS, pattern);
  }

  /**
   * Nothing was seen yet.
   *
   * @param widthNanos of each time that is counted, at least 1
   * @param pattern is told of the arrivals too
   */
  OfferedLoad(long widthNanos, ArrivalPattern pattern) {
    this.widthNanos = widthNanos;
    this.pattern = pattern;
  }

  /** A request arrived. Times must not go back. */
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

  /** Whether so long without requests is no chance at the rate before. */
  private boolean isRest(long nanos) {
    return nanos >= LEAST_REST_TIMES * widthNanos
        && perSecond(timeOf(latestNanos), latestNanos) * (nanos / NANOS_PER_S) >= CHANGE * CHANGE;
  }

  /** What was before says nothing: perhaps nobody told of arrivals. */
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
   * From now on so many cores are kept busy by something else than requests.
   *
   * @throws IllegalArgumentException if negative or not finite
   */
  void background(double cores) {
    if (!(cores >= 0) || Double.isInfinite(cores)) {
      throw new IllegalArgumentException("cores must be finite and not negative: " + cores);
    }
    backgroundCores = cores;
  }

  /** All that there is to do now. */
  PresentLoad present(long nowNanos) {
    return new PresentLoad(perSecond(nowNanos), backgroundCores);
  }

  /** Requests per second lately; 0 as long as it is not known. */
  double perSecond(long nowNanos) {
    if (firstTime == Long.MIN_VALUE) {
      return 0;
    }
    moveTo(nowNanos);
    return perSecond(presentTime, nowNanos);
  }

  /** By what was seen until a moment in this time. */
  private double perSecond(long lastTime, long nanos) {
    // The last time is not over, and the first one was not seen from its begin.
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

  /** Nothing has changed since the first arrival: all count that came after it. */
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

  /** Whether two counts are of two rates: their difference against that of one rate. */
  private static boolean isChange(long requests, int times, long before, int timesBefore) {
    if (times == 0) {
      return false;
    }
    double difference = (double) before / timesBefore - (double) requests / times;
    double rate = (double) (requests + before) / (times + timesBefore);
    double variance = rate / times + rate / timesBefore;
    return difference * difference > CHANGE * CHANGE * variance;
  }
}
