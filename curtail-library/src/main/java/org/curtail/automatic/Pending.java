package org.curtail.automatic;

import java.util.Arrays;

/**
 * How many requests are in the service, from arrivals and ends. Who never ends, because nobody told
 * of the end, is forgotten after a while.
 */
final class Pending {
  private static final int TIMES = 64;

  private final long widthNanos;

  /** By the time of their arrival. */
  private final int[] counts = new int[TIMES];

  private long presentTime = Long.MIN_VALUE;
  private int all;

  /**
   * Nobody is there.
   *
   * @param widthNanos a 64th of the time after which requests are forgotten, at least 1
   */
  Pending(long widthNanos) {
    this.widthNanos = widthNanos;
  }

  void arrived(long nowNanos) {
    moveTo(Math.floorDiv(nowNanos, widthNanos));
    counts[place(presentTime)]++;
    all++;
  }

  /** A request has ended. Its arrival may have been told a little later than it was. */
  void ended(long arrivalNanos) {
    long time = Math.floorDiv(arrivalNanos, widthNanos);
    if (time <= presentTime - TIMES) {
      return;
    }
    while (time < presentTime && counts[place(time)] == 0) {
      time++;
    }
    if (time <= presentTime && counts[place(time)] > 0) {
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

  /** Requests that are waiting or running. */
  int requests() {
    return all;
  }
}
