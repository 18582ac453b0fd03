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

  /** What the source shows at a time of this clock. */
  long reading(long atNanos) {
    return originNanos + atNanos;
  }

  /** A time after another one; {@link HedgeTimer#NEVER} if it cannot be said. */
  static long after(long fromNanos, long nanos) {
    long at = fromNanos + nanos;
    return at < 0 ? HedgeTimer.NEVER : at;
  }
}
