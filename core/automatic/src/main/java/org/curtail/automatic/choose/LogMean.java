package org.curtail.automatic.choose;

/**
 * Mean of independent logarithms, with Student's 99 % interval.
 *
 * @param mean infinite if one of the values is
 * @param halfWidth half width of the interval; infinite if there are too few values
 */
public record LogMean(double mean, double halfWidth) {
  /**
   * Fewest values. With fewer, the expansion of Student's quantile is inexact, and the interval is
   * wide anyway.
   */
  static final int FEWEST = 5;

  /** Quantile of the normal distribution at 99.5 %. */
  private static final double NORMAL_QUANTILE = 2.5758293035489004;

  static LogMean of(double[] values) {
    int n = values.length;
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double mean = n == 0 ? 0 : sum / n;
    if (n < FEWEST || Double.isInfinite(mean)) {
      return new LogMean(mean, Double.POSITIVE_INFINITY);
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new LogMean(mean, student(n - 1) * Math.sqrt(squares / (n - 1) / n));
  }

  double high() {
    return mean + halfWidth;
  }

  double low() {
    return Double.isInfinite(halfWidth) ? Double.NEGATIVE_INFINITY : mean - halfWidth;
  }

  RatioInterval ratio() {
    return Double.isInfinite(mean)
        ? RatioInterval.HOPELESS
        : new RatioInterval(StrictMath.exp(mean), StrictMath.exp(low()), StrictMath.exp(high()));
  }

  /** Returns Student's quantile at 99.5 %, exact to 0.02 from 4 degrees on. */
  static double student(int degreesOfFreedom) {
    return student(NORMAL_QUANTILE, degreesOfFreedom);
  }

  /**
   * Returns Student's quantile, by the expansion around the normal quantile in powers of the
   * degrees of freedom (Abramowitz and Stegun, 26.7.5).
   *
   * @param z normal quantile at the same share
   */
  public static double student(double z, int degreesOfFreedom) {
    double z2 = z * z;
    double v = degreesOfFreedom;
    double first = z * (z2 + 1) / 4;
    double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double fourth = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92_160;
    return z + (first + (second + (third + fourth / v) / v) / v) / v;
  }
}
