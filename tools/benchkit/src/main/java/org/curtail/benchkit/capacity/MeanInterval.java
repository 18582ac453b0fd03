package org.curtail.benchkit.capacity;

import java.util.List;
import org.curtail.automatic.choose.LogMean;

/**
 * The mean of independent replications with Student's 95 % interval.
 *
 * @param mean of all replications
 * @param halfWidth the interval is {@code mean - halfWidth} to {@code mean + halfWidth}; at least 0
 */
public record MeanInterval(double mean, double halfWidth) {
  /** With fewer replications, the expansion of Student's quantile is wrong in its third digit. */
  public static final int FEWEST = 5;

  private static final double NORMAL_QUANTILE = 1.959963984540054;

  /**
   * Computes the interval of some replications.
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

  /** Student's quantile at 97.5 %, correct to 0.001 from 4 degrees of freedom on. */
  static double student(int degreesOfFreedom) {
    return LogMean.student(NORMAL_QUANTILE, degreesOfFreedom);
  }
}
