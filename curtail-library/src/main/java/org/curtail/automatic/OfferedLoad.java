package org.curtail.automatic;

import java.util.Arrays;

/**
 * The rate at which requests arrive, from counts of equal times. It looks back as far as it takes
 * to see enough requests, and at least some counts.
 */
final class OfferedLoad {
  /** A rate from so many is known to within 3.5 %, about as wide as the bands of a plan. */
  private static final int ENOUGH_REQUESTS = 800;

  private static final int LEAST_TIMES = 4;
  private static final int TIMES = 64;
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
    long requests = 0;
    int times = 0;
    // The present time is not over, and the first one was not seen from its begin.
    long oldest = Math.max(firstTime + 1, presentTime - TIMES + 1);
    for (long time = presentTime - 1;
        time >= oldest && (times < LEAST_TIMES || requests < ENOUGH_REQUESTS);
        time--) {
      requests += counts[place(time)];
      times++;
    }
    return times == 0 ? 0 : requests / (times * (widthNanos / NANOS_PER_S));
  }
}
