package org.curtail.papers.automatic;

import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * The rate of false alarms, with the exact 95 % interval of a Poisson process (Garwood, Fiducial
 * limits for the Poisson distribution, Biometrika 1936).
 *
 * @param alarms number of alarms
 * @param days observed days
 * @param perDay alarms in a day
 * @param low least rate
 * @param high greatest rate
 */
record AlarmRate(int alarms, double days, double perDay, double low, double high) {
  private static final double END = 0.025;

  static AlarmRate of(int alarms, double days) {
    if (alarms < 0 || !(days > 0)) {
      throw new IllegalArgumentException(
          "expected alarms of at least 0 and days above 0: %d, %s".formatted(alarms, days));
    }
    double low =
        alarms == 0 ? 0 : GammaDistribution.of(alarms, 1).inverseCumulativeProbability(END);
    double high = GammaDistribution.of(alarms + 1, 1).inverseCumulativeProbability(1 - END);
    return new AlarmRate(alarms, days, alarms / days, low / days, high / days);
  }
}
