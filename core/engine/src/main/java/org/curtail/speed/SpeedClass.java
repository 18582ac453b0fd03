package org.curtail.speed;

/**
 * Cores of one kind, or cores at one step of their clock, with their speed and power.
 *
 * @param name not blank
 * @param count cores of this kind; of a clock, the cores that can have it. 1 to {@value
 *     #MOST_CORES}
 * @param speed work per time, where 1 is the speed of the core on which the profile was measured,
 *     as a rule the fastest; {@value #LEAST_SPEED} to 1
 * @param busyWatts power of a core while it serves a request; more than 0, at most {@value
 *     #MOST_WATTS}
 * @param idleWatts power while it serves none; 0 to {@code busyWatts}
 */
public record SpeedClass(String name, int count, double speed, double busyWatts, double idleWatts) {
  /** No machine has more cores of a kind. */
  public static final int MOST_CORES = 10_000;

  /** A slower core is none of the same service. */
  public static final double LEAST_SPEED = 0.001;

  /** No core draws more. */
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
