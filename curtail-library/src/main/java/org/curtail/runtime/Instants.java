package org.curtail.runtime;

import java.time.Duration;

/** Arithmetic on moments of a {@link NanoClock} that cannot wrap around. */
final class Instants {
  private Instants() {}

  /** So long after a moment, at most the end of time; {@code nanos} is not negative. */
  static long after(long momentNanos, long nanos) {
    long sum = momentNanos + nanos;
    return sum < momentNanos ? Long.MAX_VALUE : sum;
  }

  /** A duration, at most as long as a long can count. */
  static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /** So often a time, at most the end of time; neither is negative. */
  static long times(long nanos, int count) {
    return count > 0 && nanos > Long.MAX_VALUE / count ? Long.MAX_VALUE : nanos * count;
  }
}
