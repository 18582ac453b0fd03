package org.curtail;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The number of threads that should serve a request, and the time of the next question if nothing
 * else happens.
 *
 * @param degree degree of parallelism, at least 1
 * @param askAgainNanos the execution time at which to ask again. It is a point later than the
 *     request's present execution time, not a duration from now; {@link #NEVER} if only a change of
 *     load matters
 */
public record Decision(int degree, long askAgainNanos) {
  /** For {@link #askAgainNanos}: do not ask again because of time. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final List<Decision> KEPT =
      IntStream.rangeClosed(1, 64).mapToObj(degree -> new Decision(degree, NEVER)).toList();

  public Decision {
    if (degree < 1) {
      throw new IllegalArgumentException("degree must be at least 1: " + degree);
    }
    if (askAgainNanos <= 0) {
      throw new IllegalArgumentException("askAgainNanos must be positive: " + askAgainNanos);
    }
  }

  /**
   * Returns this decision for a request that has run for this time.
   *
   * @throws IllegalArgumentException if {@link #askAgainNanos} has passed
   */
  public Decision requireAfter(long executionNanos) {
    if (askAgainNanos <= executionNanos) {
      throw new IllegalArgumentException(
          "askAgainNanos must be a point of execution time later than the present one, %,d, not a duration from now: %,d"
              .formatted(executionNanos, askAgainNanos));
    }
    return this;
  }

  /** Returns a decision for this degree until the load changes. */
  public static Decision keep(int degree) {
    // The usual answer of most policies is allocated once.
    return degree >= 1 && degree <= KEPT.size()
        ? KEPT.get(degree - 1)
        : new Decision(degree, NEVER);
  }
}
