package org.curtail.benchkit.emulate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.curtail.Profile;

/**
 * Speed of an emulation on a small machine: waits must be long compared with the tens of
 * microseconds by which sleeping threads wake late, and wake-ups so rare that two cores have most
 * of their time to spare.
 */
public final class Pace {
  /** Shortest chunk, in this machine's time; shorter waits are mostly delay of the wake-up. */
  public static final double LEAST_CHUNK_MS = 0.5;

  /**
   * Shortest chunk whose order matters, in this machine's time: chunks of this length that end one
   * after the other in emulated time hardly ever change places.
   */
  public static final double ORDERED_CHUNK_MS = 3;

  /** Half as many took a tenth of two cores. */
  private static final double MOST_WAKE_UPS_PER_SECOND = 20_000;

  private static final double CHUNKS_OF_A_MEAN_REQUEST = 66;
  private static final double LEAST_MEAN_MS = 50;

  private Pace() {}

  /** Milliseconds of this machine for a millisecond of the profile; two digits. */
  public static double scale(Profile profile, int cores) {
    double meanMs = Math.max(LEAST_MEAN_MS, CHUNKS_OF_A_MEAN_REQUEST * ownChunkMs(cores));
    return roundedUp(meanMs / profile.meanMs(1));
  }

  /** The shortest recommended chunk, in milliseconds of the profile; two digits. */
  public static double chunkMs(int cores, double scale) {
    return roundedUp(ownChunkMs(cores) / scale);
  }

  /** Rounds up to two digits. */
  public static double roundedUp(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(2, RoundingMode.CEILING)).doubleValue();
  }

  private static double ownChunkMs(int cores) {
    return Math.max(LEAST_CHUNK_MS, cores * 1000 / MOST_WAKE_UPS_PER_SECOND);
  }
}
