package org.curtail.benchkit.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A 95 % interval of a share that was counted in a sample, after Wilson (Probable Inference, the
 * Law of Succession, and Statistical Inference, JASA 1927). Unlike resampling it is not empty where
 * none or all were counted: of 20 queries all of which are alike, still one in six may be other.
 *
 * @param low from 0 to 1
 * @param high from 0 to 1
 */
public record ShareInterval(double low, double high) {
  /** 97.5th percentile of the standard normal distribution. */
  private static final double Z = NormalDistribution.of(0, 1).inverseCumulativeProbability(0.975);

  /**
   * The interval.
   *
   * @param share of the sample, 0 to 1
   * @param sample how many were drawn, at least 1
   */
  public static ShareInterval of(double share, int sample) {
    double z2 = Z * Z;
    double middle = share + z2 / (2 * sample);
    double half = Z * Math.sqrt(share * (1 - share) / sample + z2 / (4.0 * sample * sample));
    double scale = 1 + z2 / sample;
    return new ShareInterval(
        Math.clamp((middle - half) / scale, 0, 1), Math.clamp((middle + half) / scale, 0, 1));
  }
}
