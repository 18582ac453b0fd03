package org.curtail.speed;

/**
 * What it costs to move a request to another core, or to change the clock under it. Starting a
 * request costs nothing.
 *
 * @param delayNanos for so long the request stands still while the core that it moved to draws what
 *     a busy one draws; 0 to {@value #MOST_DELAY_NANOS}
 * @param joules drawn once for each move, beyond the delay; 0 to {@value #MOST_JOULES}
 */
public record MoveCost(long delayNanos, double joules) {
  /** Ten seconds: with more nobody would move anything. */
  public static final long MOST_DELAY_NANOS = 10_000_000_000L;

  /** Far beyond any. */
  public static final double MOST_JOULES = 1e6;

  /** Moving is free. */
  public static final MoveCost NONE = new MoveCost(0, 0);

  public MoveCost {
    if (delayNanos < 0 || delayNanos > MOST_DELAY_NANOS) {
      throw new IllegalArgumentException(
          "delayNanos must lie between 0 and %d: %d".formatted(MOST_DELAY_NANOS, delayNanos));
    }
    if (!(joules >= 0 && joules <= MOST_JOULES)) {
      throw new IllegalArgumentException(
          "joules must lie between 0 and %s: %s".formatted(MOST_JOULES, joules));
    }
  }
}
