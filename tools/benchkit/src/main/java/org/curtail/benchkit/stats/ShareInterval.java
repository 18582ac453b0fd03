package org.curtail.benchkit.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A 95 % interval of a share that was counted in a sample, after Wilson (Probable Inference, the
 * Law of Succession, and Statistical Inference, JASA 1927). Unlike an interval by resampling it has
 * a width even if none or all were counted: if 20 queries are all alike, one in six may still
 * differ.
 *
 * @param low from 0 to 1
 * @param high from 0 to 1
 */
public record ShareInterval(double low, double high) {
  /** 97.5th percentile of the standard normal distribution. */
  private static final double Z = NormalDistribution.of(0, 1).inverseCumulativeProbability(0.975);

  /**
   * Computes the interval.
   *
   * @param share of the sample, 0 to 1
   * @param sample its size, at least 1
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
