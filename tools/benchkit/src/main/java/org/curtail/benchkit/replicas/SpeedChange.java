package org.curtail.benchkit.replicas;

/**
 * A change of a replica's speed at a moment.
 *
 * @param atNanos by the receiver's clock
 * @param speed 1 is as recorded, 0 stands still
 */
record SpeedChange(long atNanos, double speed) {
  SpeedChange {
    if (!(speed >= 0) || speed == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("speed must be finite and at least 0: " + speed);
    }
  }

  /** The same, later by a time. */
  SpeedChange after(long nanos) {
    return new SpeedChange(Math.addExact(nanos, atNanos), speed);
  }
}
