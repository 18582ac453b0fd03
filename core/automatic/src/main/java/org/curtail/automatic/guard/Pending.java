package org.curtail.automatic.guard;

import java.util.Arrays;

/**
 * Number of requests in the service, from arrivals and ends. After a while it forgets a request
 * without a reported end.
 */
public final class Pending {
  private static final int TIMES = 64;

  private final long widthNanos;

  /** Number of requests by interval of arrival. */
  private final int[] counts = new int[TIMES];

  private long presentTime = Long.MIN_VALUE;
  private int all;

  /**
   * Creates an empty service.
   *
   * @param widthNanos a 64th of the time after which requests are forgotten, at least 1
   */
  Pending(long widthNanos) {
    this.widthNanos = widthNanos;
  }

  /**
   * Adds an arrival.
   *
   * @param arrivalNanos time of arrival; the same value is needed when the request ends
   * @param nowNanos time of this report, at least the arrival; must not go back
   */
  void arrived(long arrivalNanos, long nowNanos) {
    moveTo(Math.floorDiv(nowNanos, widthNanos));
    long time = Math.floorDiv(arrivalNanos, widthNanos);
    if (time > presentTime - TIMES) {
      counts[place(time)]++;
      all++;
    }
  }

  void ended(long arrivalNanos) {
    long time = Math.floorDiv(arrivalNanos, widthNanos);
    if (time <= presentTime && time > presentTime - TIMES && counts[place(time)] > 0) {
      counts[place(time)]--;
      all--;
    }
  }

  private void moveTo(long time) {
    if (presentTime == Long.MIN_VALUE || time - presentTime >= TIMES) {
      Arrays.fill(counts, 0);
      all = 0;
      presentTime = time;
    }
    while (presentTime < time) {
      presentTime++;
      all -= counts[place(presentTime)];
      counts[place(presentTime)] = 0;
    }
  }

  private static int place(long time) {
    return (int) Math.floorMod(time, (long) TIMES);
  }

  /** Returns the number of waiting or running requests. */
  int requests() {
    return all;
  }
}
