package org.curtail;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The number of threads that should serve a request, and the time of the next question if nothing
 * else happens.
 *
 * @param degree degree of parallelism, at least 1
 * @param askAgainNanos the point of execution time at which to ask again, later than the request's
 *     present one, not a duration from now; {@link #NEVER} if only a change of load matters
 */
public record Decision(int degree, long askAgainNanos) {
  /** For {@link #askAgainNanos}: time alone changes nothing. */
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
   * @throws IllegalArgumentException if it asks for a point that has passed
   */
  public Decision requireAfter(long executionNanos) {
    if (askAgainNanos <= executionNanos) {
      throw new IllegalArgumentException(
          "askAgainNanos must be a point of execution time later than the present one, %,d, not a duration from now: %,d"
              .formatted(executionNanos, askAgainNanos));
    }
    return this;
  }

  /** This degree for as long as the load stays as it is. */
  public static Decision keep(int degree) {
    // The usual answer of most policies need not be made anew each time.
    return degree >= 1 && degree <= KEPT.size()
        ? KEPT.get(degree - 1)
        : new Decision(degree, NEVER);
  }
}
