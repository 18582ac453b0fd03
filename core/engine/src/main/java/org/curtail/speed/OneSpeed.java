package org.curtail.speed;

/**
 * Every request runs on the same class, and waits for it if it is full: {@code all-fast} and {@code
 * all-slow}, or one step of the clock for all.
 *
 * @param name for people
 * @param speedClass at least 0
 */
public record OneSpeed(String name, int speedClass) implements SpeedPolicy {
  public OneSpeed {
    if (speedClass < 0) {
      throw new IllegalArgumentException("speedClass must be at least 0: " + speedClass);
    }
  }

  /** The slowest for all. */
  public static OneSpeed allSlow() {
    return new OneSpeed("all-slow", 0);
  }

  /** The fastest for all. */
  public static OneSpeed allFast(SpeedMachine machine) {
    return new OneSpeed("all-fast", machine.fastest());
  }

  @Override
  public SpeedWish wish(SpeedRequest request, SpeedLoad load) {
    return SpeedWish.of(speedClass);
  }

  @Override
  public WhenFull whenFull() {
    return WhenFull.WAITS;
  }
}
