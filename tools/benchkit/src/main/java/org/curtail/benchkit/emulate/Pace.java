package org.curtail.benchkit.emulate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.curtail.Profile;

/**
 * The speed of an emulation on a small machine. Sleeping threads wake late by tens of microseconds,
 * so waits must be much longer. Wake-ups must be rare, so that two cores are mostly idle.
 */
public final class Pace {
  /** Shortest chunk in this machine's time; shorter waits are mostly delays of wake-ups. */
  public static final double LEAST_CHUNK_MS = 0.5;

  /**
   * Shortest chunk in this machine's time if the order of chunks matters: such chunks rarely end in
   * another order than in emulated time.
   */
  public static final double ORDERED_CHUNK_MS = 3;

  /** Greatest rate of wake-ups; half of it used a tenth of two cores. */
  private static final double MOST_WAKE_UPS_PER_SECOND = 20_000;

  private static final double CHUNKS_OF_A_MEAN_REQUEST = 66;
  private static final double LEAST_MEAN_MS = 50;

  private Pace() {}

  /** Returns the milliseconds of this machine for a millisecond of the profile, with two digits. */
  public static double scale(Profile profile, int cores) {
    double meanMs = Math.max(LEAST_MEAN_MS, CHUNKS_OF_A_MEAN_REQUEST * leastWaitMs(cores));
    return roundedUp(meanMs / profile.meanMs(1));
  }

  /** Returns the shortest recommended chunk in milliseconds of the profile, with two digits. */
  public static double chunkMs(int cores, double scale) {
    return roundedUp(leastWaitMs(cores) / scale);
  }

  /** Returns a value rounded up to two digits. */
  public static double roundedUp(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(2, RoundingMode.CEILING)).doubleValue();
  }

  /** Returns the shortest recommended wait of a thread on emulated cores, in milliseconds. */
  public static double leastWaitMs(int cores) {
    return Math.max(LEAST_CHUNK_MS, cores * 1000 / MOST_WAKE_UPS_PER_SECOND);
  }
}
