package org.curtail.hedge;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Numbers of calls, each given once, from counters that few threads share. Safe for all threads.
 */
final class CallNumbers {
  /** Counters in different cache lines. */
  private static final int APART = 16;

  private final AtomicLongArray counters;
  private final int stripes;

  /**
   * @param stripes a power of two; with 1, numbers follow each other
   */
  CallNumbers(int stripes) {
    this.stripes = stripes;
    counters = new AtomicLongArray((stripes + 1) * APART);
  }

  /** As many counters as cores, or a few more. */
  static CallNumbers striped() {
    int cores = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 64);
    return new CallNumbers(Integer.highestOneBit(2 * cores - 1));
  }

  /** At least 0. */
  long next() {
    if (stripes == 1) {
      return counters.getAndIncrement(APART);
    }
    long thread = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
    int stripe = (int) (thread >>> 40) & (stripes - 1);
    return counters.getAndIncrement((stripe + 1) * APART) * stripes + stripe;
  }
}
