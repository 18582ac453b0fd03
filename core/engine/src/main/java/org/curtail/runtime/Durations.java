package org.curtail.runtime;

import java.time.Duration;

/** Durations as numbers. */
final class Durations {
  private Durations() {}

  /** At most as long as a long can count. */
  static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }
}
