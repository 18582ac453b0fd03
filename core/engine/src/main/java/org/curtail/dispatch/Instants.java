package org.curtail.dispatch;

import java.time.Duration;

/** Arithmetic on nanoseconds that cannot wrap around. */
public final class Instants {
  private Instants() {}

  /**
   * Returns a moment plus {@code nanos}, at most {@link Long#MAX_VALUE}; {@code nanos} is not
   * negative.
   */
  public static long after(long momentNanos, long nanos) {
    long sum = momentNanos + nanos;
    return sum < momentNanos ? Long.MAX_VALUE : sum;
  }

  /** Returns a duration in nanoseconds, at most {@link Long#MAX_VALUE}. */
  public static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Returns {@code nanos} times {@code count}, at most {@link Long#MAX_VALUE}; neither is negative.
   */
  public static long times(long nanos, int count) {
    return count > 0 && nanos > Long.MAX_VALUE / count ? Long.MAX_VALUE : nanos * count;
  }
}
