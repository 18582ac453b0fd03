package org.curtail.benchkit.emulate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.curtail.Profile;

/**
 * How fast an emulation can run on a small machine: waits must be long against the tens of
 * microseconds by which sleeping threads are late, and wake-ups so rare that two cores bear them
 * with most of their time to spare.
 */
public final class Pace {
  /** Shorter waits are mostly lateness. In this machine's time. */
  public static final double LEAST_CHUNK_MS = 0.5;

  /**
   * Of chunks whose order matters: with so long ones, those that end one after the other in
   * emulated time hardly ever do so the other way round. In this machine's time.
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

  /** The shortest chunks to be recommended, in milliseconds of the profile; two digits. */
  public static double chunkMs(int cores, double scale) {
    return roundedUp(ownChunkMs(cores) / scale);
  }

  /** Two digits. */
  public static double roundedUp(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(2, RoundingMode.CEILING)).doubleValue();
  }

  private static double ownChunkMs(int cores) {
    return Math.max(LEAST_CHUNK_MS, cores * 1000 / MOST_WAKE_UPS_PER_SECOND);
  }
}
