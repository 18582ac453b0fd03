package org.curtail.automatic;

/**
 * Time that never goes back, from a clock that may go back. After a small step back, as between
 * threads, time stands still. After a greater step it continues from its last value.
 */
final class SteadyTime {
  private static final long LITTLE_NANOS = 1_000_000_000L;

  private long latestNanos = Long.MIN_VALUE;

  /** Steady time minus clock time. */
  private long offsetNanos;

  private long jumpNanos;

  /** Returns the steady time of a reading of the clock. */
  long at(long clockNanos) {
    long nanos = clockNanos + offsetNanos;
    jumpNanos = 0;
    if (latestNanos != Long.MIN_VALUE && nanos < latestNanos) {
      if (latestNanos - nanos > LITTLE_NANOS) {
        jumpNanos = nanos - latestNanos;
        offsetNanos -= jumpNanos;
      }
      nanos = latestNanos;
    }
    latestNanos = nanos;
    return nanos;
  }

  /** Returns the clock's step back at the last reading: negative, or 0 if there was none. */
  long jumpNanos() {
    return jumpNanos;
  }

  /** Returns the steady time of an earlier reading, without side effects. */
  long before(long clockNanos) {
    return clockNanos + offsetNanos;
  }

  /** Returns the clock's reading at a steady time. */
  long clockAt(long steadyNanos) {
    return steadyNanos == Long.MAX_VALUE ? steadyNanos : steadyNanos - offsetNanos;
  }
}
