package org.curtail.benchkit.capacity;

import java.util.List;
import org.curtail.automatic.choose.LogMean;

/**
 * The mean of independent replications with Student's 95 % interval.
 *
 * @param mean mean of all replications
 * @param halfWidth half of the width of the interval: at least 0
 */
public record MeanInterval(double mean, double halfWidth) {
  /**
   * Least number of replications: with fewer, the expansion of Student's quantile has an error in
   * the third digit.
   */
  public static final int FEWEST = 5;

  private static final double NORMAL_QUANTILE = 1.959963984540054;

  /**
   * Returns the mean of replications with its interval.
   *
   * @param values one value per replication: at least {@value #FEWEST}
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

  /** Returns the lower end of the interval. */
  public double low() {
    return mean - halfWidth;
  }

  /** Returns the upper end of the interval. */
  public double high() {
    return mean + halfWidth;
  }

  /**
   * Returns Student's quantile at 97.5 %; its error is below 0.001 for 4 degrees of freedom or
   * more.
   */
  static double student(int degreesOfFreedom) {
    return LogMean.student(NORMAL_QUANTILE, degreesOfFreedom);
  }
}
