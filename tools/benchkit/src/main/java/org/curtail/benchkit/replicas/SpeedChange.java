package org.curtail.benchkit.replicas;

/**
 * From a moment on, a replica works at another speed.
 *
 * @param atNanos by the clock of who is told
 * @param speed 1 is as recorded, 0 stands still
 */
record SpeedChange(long atNanos, double speed) {
  SpeedChange {
    if (!(speed >= 0) || speed == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("speed must be finite and at least 0: " + speed);
    }
  }

  /** The same at a moment that lies so much later. */
  SpeedChange after(long nanos) {
    return new SpeedChange(Math.addExact(nanos, atNanos), speed);
  }
}
