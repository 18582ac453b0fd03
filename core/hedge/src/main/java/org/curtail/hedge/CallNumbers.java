package org.curtail.hedge;

import java.util.concurrent.atomic.AtomicLongArray;

/** Unique numbers of calls, from striped counters with little contention. Thread-safe. */
final class CallNumbers {
  /** Distance of counters in different cache lines. */
  private static final int APART = 16;

  private final AtomicLongArray counters;
  private final int stripes;

  /**
   * @param stripes a power of two; with 1, numbers are consecutive
   */
  CallNumbers(int stripes) {
    this.stripes = stripes;
    counters = new AtomicLongArray((stripes + 1) * APART);
  }

  /** Returns numbers with as many counters as cores, or a few more. */
  static CallNumbers striped() {
    int cores = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 64);
    return new CallNumbers(Integer.highestOneBit(2 * cores - 1));
  }

  /** Returns the next number, at least 0. */
  long next() {
    if (stripes == 1) {
      return counters.getAndIncrement(APART);
    }
    long thread = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
    int stripe = (int) (thread >>> 40) & (stripes - 1);
    return counters.getAndIncrement((stripe + 1) * APART) * stripes + stripe;
  }
}
