package org.curtail.policy.demand;

/** The standard normal distribution, with the same bits on every machine. */
final class Normal {
  private Normal() {}

  /**
   * Probability of a value up to z, with an absolute error below 1e-7: a rational approximation
   * (Abramowitz, Stegun: Handbook of Mathematical Functions, 26.2.17).
   */
  static double cumulative(double z) {
    double t = 1 / (1 + 0.2316419 * Math.abs(z));
    double series =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double beyond = StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * series;
    return z >= 0 ? 1 - beyond : beyond;
  }
}
