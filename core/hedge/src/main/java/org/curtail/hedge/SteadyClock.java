package org.curtail.hedge;

import java.util.function.LongSupplier;

/**
 * Time since a hedge was made, so that sums and comparisons do not overflow. A clock that goes back
 * behind that shows 0; differences are the business of who takes them. Safe for all threads.
 */
final class SteadyClock {
  private final LongSupplier source;
  private final long originNanos;

  SteadyClock(LongSupplier source) {
    this.source = source;
    originNanos = source.getAsLong();
  }

  /** At least 0. */
  long now() {
    return Math.max(0, source.getAsLong() - originNanos);
  }

  /** What the source shows at a time of this clock; {@link Attempt#NEVER} if that never comes. */
  long reading(long atNanos) {
    return atNanos == HedgeTimer.NEVER ? Attempt.NEVER : originNanos + atNanos;
  }

  /** From now to a time of this clock, at least 0; {@link Attempt#NEVER} if that never comes. */
  long until(long atNanos) {
    return atNanos == HedgeTimer.NEVER ? Attempt.NEVER : Math.max(atNanos - now(), 0);
  }

  /** A time after another one; {@link HedgeTimer#NEVER} if it cannot be said. */
  static long after(long fromNanos, long nanos) {
    long at = fromNanos + nanos;
    return at < 0 ? HedgeTimer.NEVER : at;
  }
}
