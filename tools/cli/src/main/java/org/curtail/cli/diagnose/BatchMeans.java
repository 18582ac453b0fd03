package org.curtail.cli.diagnose;

import java.util.Arrays;

/**
 * How exact the mean of values is that depend on those before them, such as waits in a queue: means
 * of long batches hardly depend on each other.
 *
 * <p>Source: Law, Simulation Modeling and Analysis (2015), 9.5.3.
 */
final class BatchMeans {
  private static final int BATCHES = 20;

  private BatchMeans() {}

  /**
   * The standard error of the mean.
   *
   * @param values in order of time, at least 20
   */
  static double standardError(long[] values) {
    double[] means = new double[BATCHES];
    Arrays.setAll(
        means,
        b ->
            Arrays.stream(values, values.length * b / BATCHES, values.length * (b + 1) / BATCHES)
                .average()
                .orElseThrow());
    double mean = Arrays.stream(means).average().orElseThrow();
    double sum = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum();
    return Math.sqrt(sum / (BATCHES - 1) / BATCHES);
  }
}
