package org.curtail.automatic;

import java.util.Arrays;

/**
 * The rate at which requests arrive, from counts of equal times. It looks back as far as it takes
 * to see enough requests, and at least some counts, but not beyond a change: a service that was
 * idle a moment ago and is busy now has the load of now.
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

  private static final double NANOS_PER_S = 1e9;

  private final long widthNanos;
  private final long[] counts = new long[TIMES];
  private long firstTime = Long.MIN_VALUE;
  private long presentTime;

  /**
   * Nothing was seen yet.
   *
   * @param widthNanos of each time that is counted, at least 1
   */
  OfferedLoad(long widthNanos) {
    this.widthNanos = widthNanos;
  }

  /** A request arrived. Times must not go back. */
  void arrived(long nowNanos) {
    moveTo(nowNanos);
    counts[place(presentTime)]++;
  }

  /** What was before says nothing: perhaps nobody told of arrivals. */
  void forget() {
    firstTime = Long.MIN_VALUE;
    Arrays.fill(counts, 0);
  }

  private void moveTo(long nowNanos) {
    long time = Math.floorDiv(nowNanos, widthNanos);
    if (firstTime == Long.MIN_VALUE) {
      firstTime = time;
      presentTime = time;
    }
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

  private static int place(long time) {
    return (int) Math.floorMod(time, (long) TIMES);
  }

  /** Requests per second lately; 0 before the first time is over. */
  double perSecond(long nowNanos) {
    if (firstTime == Long.MIN_VALUE) {
      return 0;
    }
    moveTo(nowNanos);
    // The present time is not over, and the first one was not seen from its begin.
    long oldest = Math.max(firstTime + 1, presentTime - TIMES + 1);
    long requests = 0;
    int times = 0;
    for (long until = presentTime; until > oldest; until -= TIMES_TOGETHER) {
      long from = Math.max(until - TIMES_TOGETHER, oldest);
      long before = countFrom(from, until);
      int width = (int) (until - from);
      boolean isEnough = times >= LEAST_TIMES && requests >= ENOUGH_REQUESTS;
      if (isEnough || isChange(requests, times, before, width)) {
        break;
      }
      requests += before;
      times += width;
    }
    return times == 0 ? 0 : requests / (times * (widthNanos / NANOS_PER_S));
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
