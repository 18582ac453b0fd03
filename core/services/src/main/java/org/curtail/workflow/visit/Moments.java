package org.curtail.workflow.visit;

import java.util.Arrays;
import org.curtail.Percentile;

/** Mean, variance and tail of numbers. */
public final class Moments {
  private Moments() {}

  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  public static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / values.length;
  }

  /**
   * Returns the mean of the order statistics about a percentile, over half of the values beyond it.
   * A single value hardly changes the result.
   *
   * @param values values in any order
   * @param percentile above 0, below 100
   */
  public static double about(double percentile, double[] values) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    double beyond = Math.min(percentile, 100 - percentile) / 4;
    int from = Percentile.rank(percentile - beyond, ascending.length);
    int to = Percentile.rank(percentile + beyond, ascending.length);
    return mean(Arrays.copyOfRange(ascending, from, to + 1));
  }
}
