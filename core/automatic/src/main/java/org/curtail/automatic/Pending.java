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

  /**
   * A request arrived.
   *
   * @param arrivalNanos when, which is what is told when it ends
   * @param nowNanos when that is told, at least that; must not go back
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

  /** Requests that are waiting or running. */
  int requests() {
    return all;
  }
}
