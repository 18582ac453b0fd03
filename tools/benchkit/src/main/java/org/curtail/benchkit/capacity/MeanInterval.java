package org.curtail.benchkit.capacity;

import java.util.List;

/**
 * The mean of independent replications and how sure it is: Student's 95 % interval.
 *
 * @param mean of all replications
 * @param halfWidth the interval is {@code mean - halfWidth} to {@code mean + halfWidth}; at least 0
 */
public record MeanInterval(double mean, double halfWidth) {
  /** With fewer the expansion of Student's quantile is off in its third digit. */
  public static final int FEWEST = 5;

  private static final double NORMAL_QUANTILE = 1.959963984540054;

  /**
   * Of these replications.
   *
   * @param values at least {@value #FEWEST}
   * @throws IllegalArgumentException if there are fewer
   */
  public static MeanInterval of(List<Double> values) {
    int n = values.size();
    if (n < FEWEST) {
      throw new IllegalArgumentException("needs at least %d values: %d".formatted(FEWEST, n));
    }
    double mean = values.stream().mapToDouble(value -> value).sum() / n;
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return new MeanInterval(mean, student(n - 1) * Math.sqrt(squares / (n - 1) / n));
  }

  /** The lower end. */
  public double low() {
    return mean - halfWidth;
  }

  /** The upper end. */
  public double high() {
    return mean + halfWidth;
  }

  /**
   * Student's quantile at 97.5 %, by the expansion around the normal one in powers of the degrees
   * of freedom (Abramowitz and Stegun, 26.7.5): right to 0.001 from 4 degrees on.
   */
  static double student(int degreesOfFreedom) {
    double z = NORMAL_QUANTILE;
    double z2 = z * z;
    double v = degreesOfFreedom;
    double first = z * (z2 + 1) / 4;
    double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double fourth = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92_160;
    return z + (first + (second + (third + fourth / v) / v) / v) / v;
  }
}
