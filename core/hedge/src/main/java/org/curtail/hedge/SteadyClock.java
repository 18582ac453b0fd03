package org.curtail.hedge;

import java.util.function.LongSupplier;

/**
 * Clock that begins at 0 when a hedge is created, so that sums and comparisons do not overflow. The
 * clock may go back, but not below 0. Thread-safe.
 */
final class SteadyClock {
  private final LongSupplier source;
  private final long originNanos;

  SteadyClock(LongSupplier source) {
    this.source = source;
    originNanos = source.getAsLong();
  }

  /** Returns the time since the hedge was created, at least 0. */
  long now() {
    return Math.max(0, source.getAsLong() - originNanos);
  }

  /**
   * Returns the source's reading at a time of this clock; {@link Attempt#NEVER} for {@link
   * HedgeTimer#NEVER}.
   */
  long reading(long atNanos) {
    return atNanos == HedgeTimer.NEVER ? Attempt.NEVER : originNanos + atNanos;
  }

  /**
   * Returns the duration until a time of this clock, at least 0; {@link Attempt#NEVER} for {@link
   * HedgeTimer#NEVER}.
   */
  long until(long atNanos) {
    return atNanos == HedgeTimer.NEVER ? Attempt.NEVER : Math.max(atNanos - now(), 0);
  }

  /** Returns the sum of a time and a duration; {@link HedgeTimer#NEVER} on overflow. */
  static long after(long fromNanos, long nanos) {
    long at = fromNanos + nanos;
    return at < 0 ? HedgeTimer.NEVER : at;
  }
}
