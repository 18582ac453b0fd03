package org.curtail;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How many threads should serve a request, and when the policy wants to be asked again if nothing
 * else happens.
 *
 * @param degree degree of parallelism, at least 1
 * @param askAgainNanos when to ask again, as a point of the request's {@linkplain
 *     Progress#executionNanos execution time}, not as a duration from now: {@code
 *     running.executionNanos() + 5_000_000} for five milliseconds from now. More than the request
 *     has run, or {@link #NEVER} if only a change of load matters. A simulation rejects a point
 *     that has passed; an engine warns once, and asks whenever it can
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

  /** This degree for as long as the load stays as it is. */
  public static Decision keep(int degree) {
    // The usual answer of most policies need not be made anew each time.
    return degree >= 1 && degree <= KEPT.size()
        ? KEPT.get(degree - 1)
        : new Decision(degree, NEVER);
  }
}
