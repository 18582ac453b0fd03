package org.curtail.policy.demand;

/**
 * The numbers next to given ones that never rise: isotonic regression by pooling adjacent violators
 * (Ayer et al.: An empirical distribution function for sampling with incomplete information, 1955).
 */
final class FallingFit {
  private FallingFit() {}

  /**
   * Least squares.
   *
   * @param weights of the values; more than 0
   */
  static double[] of(double[] values, double[] weights) {
    double[] means = new double[values.length];
    double[] pooled = new double[values.length];
    int[] counts = new int[values.length];
    int pools = 0;
    for (int i = 0; i < values.length; i++) {
      means[pools] = values[i];
      pooled[pools] = weights[i];
      counts[pools++] = 1;
      while (pools > 1 && means[pools - 1] > means[pools - 2]) {
        double both = pooled[pools - 2] + pooled[pools - 1];
        means[pools - 2] =
            (means[pools - 2] * pooled[pools - 2] + means[pools - 1] * pooled[pools - 1]) / both;
        pooled[pools - 2] = both;
        counts[pools - 2] += counts[pools - 1];
        pools--;
      }
    }
    double[] fit = new double[values.length];
    int next = 0;
    for (int pool = 0; pool < pools; pool++) {
      for (int i = 0; i < counts[pool]; i++) {
        fit[next++] = means[pool];
      }
    }
    return fit;
  }
}
