package org.curtail.automatic;

/**
 * Time that never goes back, from a clock that may. Where the clock goes back a little, as several
 * threads that read it seem to make it do, time stands still; where it goes back by more, time goes
 * on from where it was.
 */
final class SteadyTime {
  private static final long LITTLE_NANOS = 1_000_000_000L;

  private long latestNanos = Long.MIN_VALUE;

  /** Steady time minus the clock's. */
  private long offsetNanos;

  private long jumpNanos;

  /** Steady time at a reading of the clock. */
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

  /** By how much the clock went back with the last reading; 0 if not, else negative. */
  long jumpNanos() {
    return jumpNanos;
  }

  /** Steady time of something that the clock has told before, without any effect. */
  long before(long clockNanos) {
    return clockNanos + offsetNanos;
  }

  /** What the clock shows at a steady time. */
  long clockAt(long steadyNanos) {
    return steadyNanos == Long.MAX_VALUE ? steadyNanos : steadyNanos - offsetNanos;
  }
}
