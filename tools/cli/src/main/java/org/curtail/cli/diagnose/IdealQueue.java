package org.curtail.cli.diagnose;

import java.util.PriorityQueue;

/**
 * What requests would have waited in a queue with nothing wrong: first come, first served, by a
 * server as soon as one is free (Kiefer and Wolfowitz 1955).
 */
final class IdealQueue {
  private IdealQueue() {}

  /**
   * The wait of each request.
   *
   * @param arrivalsNanos in order
   * @param servicesNanos of the same requests
   * @param servers at least 1
   */
  static long[] waitsNanos(long[] arrivalsNanos, long[] servicesNanos, int servers) {
    var freeFrom = new PriorityQueue<Long>();
    long[] waits = new long[arrivalsNanos.length];
    for (int i = 0; i < waits.length; i++) {
      long start = arrivalsNanos[i];
      if (freeFrom.size() == servers) {
        start = Math.max(start, freeFrom.remove());
      }
      waits[i] = start - arrivalsNanos[i];
      freeFrom.add(start + servicesNanos[i]);
    }
    return waits;
  }
}
