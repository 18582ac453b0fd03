package org.curtail.plan;

/** Linear function of the phase lengths: a constant, and a slope for each length. */
final class LinearFunction {
  private final double constant;
  private final double[] slopes;

  /**
   * Creates a function.
   *
   * @param slopes not copied; the caller must not change it
   */
  LinearFunction(double constant, double[] slopes) {
    this.constant = constant;
    this.slopes = slopes;
  }

  double constant() {
    return constant;
  }

  double slope(int length) {
    return slopes[length];
  }

  double at(double[] lengths) {
    double value = constant;
    for (int i = 0; i < slopes.length; i++) {
      value += slopes[i] * lengths[i];
    }
    return value;
  }

  /** Returns {@code factor * this - other}. */
  LinearFunction timesMinus(double factor, LinearFunction other) {
    double[] difference = new double[slopes.length];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = factor * slopes[i] - other.slopes[i];
    }
    return new LinearFunction(factor * constant - other.constant, difference);
  }

  /**
   * Returns true if constant and slopes are at most another's. Then this function is at most the
   * other at any lengths.
   */
  boolean isBelow(LinearFunction other) {
    boolean below = constant <= other.constant;
    for (int i = 0; i < slopes.length && below; i++) {
      below = slopes[i] <= other.slopes[i];
    }
    return below;
  }

  /** Returns the function with the lesser constant and slopes of two functions. */
  static LinearFunction least(LinearFunction a, LinearFunction b) {
    double[] slopes = new double[a.slopes.length];
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] = Math.min(a.slopes[i], b.slopes[i]);
    }
    return new LinearFunction(Math.min(a.constant, b.constant), slopes);
  }
}
