package org.curtail.benchkit.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Wilson's 95 % interval of a share in a sample (Probable Inference, the Law of Succession, and
 * Statistical Inference, JASA 1927). Unlike an interval by resampling, it has a width even for the
 * shares 0 and 1: if 20 queries agree, one in six may still differ.
 *
 * @param low lower end: 0 to 1
 * @param high upper end: 0 to 1
 */
public record ShareInterval(double low, double high) {
  /** 97.5th percentile of the standard normal distribution. */
  private static final double Z = NormalDistribution.of(0, 1).inverseCumulativeProbability(0.975);

  /**
   * Returns the interval of a share.
   *
   * @param share share in the sample: 0 to 1
   * @param sample size of the sample: at least 1
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
