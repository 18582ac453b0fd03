package org.curtail.benchkit.replicas;

/**
 * A change of a replica's speed.
 *
 * @param atNanos moment by the receiver's clock
 * @param speed 1 for the recorded speed, 0 for a pause
 */
record SpeedChange(long atNanos, double speed) {
  SpeedChange {
    if (!(speed >= 0) || speed == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("speed must be finite and at least 0: " + speed);
    }
  }

  /** Returns this change, later by a time. */
  SpeedChange after(long nanos) {
    return new SpeedChange(Math.addExact(nanos, atNanos), speed);
  }
}
