package org.curtail.predict;

/**
 * Errors of predictions by predicted demand: short requests are often harder to predict than long
 * ones. Errors fade. Not thread-safe.
 */
final class ErrorByDemand {
  private static final double LOG_2 = StrictMath.log(2);

  /** Number of levels: one for each power of 2 in a long. */
  private static final int LEVELS = Long.SIZE - 1;

  /** Weight of the mean error of all requests at each level. */
  private static final double BORROWED = 5;

  /** Weights of the errors of levels by their distance. */
  private static final double[] NEAR = {1, 0.5, 0.25};

  /** Least error of a prediction: the noise between two runs of the same request. */
  private static final double LEAST_ERROR = 0.01;

  private final double[] weights = new double[LEVELS];
  private final double[] squares = new double[LEVELS];
  private final double keep;

  /**
   * Errors of no request yet.
   *
   * @param memory memory in requests
   */
  ErrorByDemand(double memory) {
    this.keep = 1 - 1 / memory;
  }

  /** Adds an error. */
  void add(double logPredicted, double logError) {
    for (int level = 0; level < LEVELS; level++) {
      weights[level] *= keep;
      squares[level] *= keep;
    }
    int level = level(logPredicted);
    weights[level]++;
    squares[level] += logError * logError;
  }

  /** Returns the error of a prediction of this logarithm of nanoseconds, from a {@link #table}. */
  static double in(double[] table, double logPredicted) {
    return table[level(logPredicted)];
  }

  /** Returns the root mean squares of the errors by level. */
  double[] table() {
    double[] table = new double[LEVELS];
    double ofAll = meanSquare();
    for (int level = 0; level < LEVELS; level++) {
      double weight = BORROWED;
      double sum = BORROWED * ofAll;
      for (int other = Math.max(0, level - 2); other <= Math.min(LEVELS - 1, level + 2); other++) {
        double near = NEAR[Math.abs(level - other)];
        weight += near * weights[other];
        sum += near * squares[other];
      }
      table[level] = Math.max(Math.sqrt(sum / weight), LEAST_ERROR);
    }
    return table;
  }

  private double meanSquare() {
    double weight = 0;
    double sum = 0;
    for (int level = 0; level < LEVELS; level++) {
      weight += weights[level];
      sum += squares[level];
    }
    return weight > 0 ? sum / weight : 0;
  }

  private static int level(double logNanos) {
    return (int) Math.clamp(logNanos / LOG_2, 0, LEVELS - 1);
  }
}
