package org.curtail.runtime;

/** Arithmetic on moments of a {@link NanoClock} that cannot wrap around. */
final class Instants {
  private Instants() {}

  /** So long after a moment, at most the end of time; {@code nanos} is not negative. */
  static long after(long momentNanos, long nanos) {
    long sum = momentNanos + nanos;
    return sum < momentNanos ? Long.MAX_VALUE : sum;
  }
}
