package org.curtail.hedge;

import java.util.function.LongSupplier;

/**
 * Time since a hedge was made, so that sums and comparisons do not overflow. A source that goes
 * back before that shows 0; callers guard their differences. Thread-safe.
 */
final class SteadyClock {
  private final LongSupplier source;
  private final long originNanos;

  SteadyClock(LongSupplier source) {
    this.source = source;
    originNanos = source.getAsLong();
  }

  /** Returns the time since the hedge was made, at least 0. */
  long now() {
    return Math.max(0, source.getAsLong() - originNanos);
  }

  /** Returns the source's reading at a time of this clock; {@link Attempt#NEVER} if never. */
  long reading(long atNanos) {
    return atNanos == HedgeTimer.NEVER ? Attempt.NEVER : originNanos + atNanos;
  }

  /** Returns the time until a time of this clock, at least 0; {@link Attempt#NEVER} if never. */
  long until(long atNanos) {
    return atNanos == HedgeTimer.NEVER ? Attempt.NEVER : Math.max(atNanos - now(), 0);
  }

  /** Returns a later time; {@link HedgeTimer#NEVER} on overflow. */
  static long after(long fromNanos, long nanos) {
    long at = fromNanos + nanos;
    return at < 0 ? HedgeTimer.NEVER : at;
  }
}
