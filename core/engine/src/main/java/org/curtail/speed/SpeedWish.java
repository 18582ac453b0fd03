package org.curtail.speed;

/**
 * Where a request should be.
 *
 * @param speedClass 0, the slowest, to {@link SpeedMachine#fastest}
 * @param againAtAgeNanos the age of the request at which the answer may be another though nothing
 *     else happens; {@link #NEVER} if only events can change it
 */
public record SpeedWish(int speedClass, long againAtAgeNanos) {
  /** An age that no request has. */
  public static final long NEVER = Long.MAX_VALUE;

  public SpeedWish {
    if (speedClass < 0) {
      throw new IllegalArgumentException("speedClass must be at least 0: " + speedClass);
    }
  }

  /** A class for as long as nothing happens. */
  public static SpeedWish of(int speedClass) {
    return new SpeedWish(speedClass, NEVER);
  }
}
