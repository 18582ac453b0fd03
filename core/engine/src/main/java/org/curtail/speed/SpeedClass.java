package org.curtail.speed;

/**
 * Cores of one kind, or cores at one step of their clock, with their speed and power.
 *
 * @param name not blank
 * @param count number of cores of this kind, or of cores whose clock has this step; 1 to {@value
 *     #MOST_CORES}
 * @param speed work per time; {@value #LEAST_SPEED} to 1. The core on which the profile was
 *     measured has speed 1; usually it is the fastest
 * @param busyWatts power of a core while it serves a request; more than 0, at most {@value
 *     #MOST_WATTS}
 * @param idleWatts power of a core while it serves none; 0 to {@code busyWatts}
 */
public record SpeedClass(String name, int count, double speed, double busyWatts, double idleWatts) {
  /** More than the cores of one kind in any machine. */
  public static final int MOST_CORES = 10_000;

  /** A slower core cannot be for the same service. */
  public static final double LEAST_SPEED = 0.001;

  /** More than the power of any core. */
  public static final double MOST_WATTS = 1e6;

  public SpeedClass {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a speed class must not be blank");
    }
    if (count < 1 || count > MOST_CORES) {
      throw new IllegalArgumentException(
          "%s: count must lie between 1 and %d: %d".formatted(name, MOST_CORES, count));
    }
    if (!(speed >= LEAST_SPEED && speed <= 1)) {
      throw new IllegalArgumentException(
          "%s: speed must lie between %s and 1, the fastest: %s"
              .formatted(name, LEAST_SPEED, speed));
    }
    if (!(busyWatts > 0 && busyWatts <= MOST_WATTS)) {
      throw new IllegalArgumentException(
          "%s: busyWatts must be more than 0 and at most %s: %s"
              .formatted(name, MOST_WATTS, busyWatts));
    }
    if (!(idleWatts >= 0 && idleWatts <= busyWatts)) {
      throw new IllegalArgumentException(
          "%s: idleWatts must lie between 0 and the busyWatts %s: %s"
              .formatted(name, busyWatts, idleWatts));
    }
  }
}
