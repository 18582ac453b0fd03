package org.curtail.speed;

/**
 * Every request runs on the same class, and waits for it if it is full: {@code all-fast} and {@code
 * all-slow}, or one step of the clock for all.
 *
 * @param name for people
 * @param speedClass at least 0
 */
record OneSpeed(String name, int speedClass) implements SpeedPolicy {
  public OneSpeed {
    if (speedClass < 0) {
      throw new IllegalArgumentException("speedClass must be at least 0: " + speedClass);
    }
  }

  @Override
  public SpeedWish wish(SpeedRequest request, SpeedLoad load) {
    return SpeedWish.of(speedClass);
  }

  @Override
  public SpeedPolicy.WhenFull whenFull() {
    return SpeedPolicy.WhenFull.WAITS;
  }
}
