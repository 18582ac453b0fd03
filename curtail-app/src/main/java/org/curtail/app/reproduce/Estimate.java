package org.curtail.app.reproduce;

import java.util.List;

/**
 * A number measured several times.
 *
 * @param mean over the repeats
 * @param low least of the repeats
 * @param high greatest of the repeats
 */
public record Estimate(double mean, double low, double high) {
  /** Whether the repeats do not all lie on one side of 0. */
  boolean includesZero() {
    return low <= 0 && high >= 0;
  }

  /** Of at least one value. */
  static Estimate of(List<Double> values) {
    var statistics = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return new Estimate(statistics.getAverage(), statistics.getMin(), statistics.getMax());
  }
}
