package org.curtail;

/**
 * How many threads should serve a request, and when the policy wants to be asked again if nothing
 * else happens.
 *
 * @param degree degree of parallelism, at least 1
 * @param askAgainNanos execution time at which to ask again, {@link #NEVER} if only a change of
 *     load matters
 */
public record Decision(int degree, long askAgainNanos) {
  /** For {@link #askAgainNanos}: time alone changes nothing. */
  public static final long NEVER = Long.MAX_VALUE;

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
    return new Decision(degree, NEVER);
  }
}
