package org.curtail.sim;

/**
 * Regularized incomplete gamma function P(a, x): the share of a gamma distribution with shape a and
 * scale 1 that is at most x. The normal distribution is a special case. Uses the series for small x
 * and the continued fraction for great x (Abramowitz and Stegun, 6.5.29 and 6.5.31). Absolute error
 * far below 1e-12; the same bits on every machine. Immutable.
 */
final class IncompleteGamma {
  private static final double PRECISION = 1e-16;

  /** Replacement of zero where a continued fraction divides by it. */
  private static final double TINY = 1e-300;

  private static final double LOG_SQRT_TWO_PI = 0.9189385332046728;

  /** Argument from which Stirling's series below is exact to the last bits. */
  private static final double STIRLING_FROM = 16;

  private final double shape;
  private final double logGamma;

  /**
   * Creates the function of a shape.
   *
   * @param shape finite, more than 0
   */
  IncompleteGamma(double shape) {
    if (!(shape > 0) || Double.isInfinite(shape)) {
      throw new IllegalArgumentException("shape must be positive and finite: " + shape);
    }
    this.shape = shape;
    logGamma = logGamma(shape);
  }

  /** Returns P(shape, x), which is 0 up to x = 0. */
  double lower(double x) {
    if (!(x > 0)) {
      return 0;
    }
    return x < shape + 1 ? series(x) : 1 - continuedFraction(x);
  }

  /** Returns 1 - P(shape, x), exact also where it is small. */
  double upper(double x) {
    if (!(x > 0)) {
      return 1;
    }
    return x < shape + 1 ? 1 - series(x) : continuedFraction(x);
  }

  private double series(double x) {
    double term = 1 / shape;
    double sum = term;
    for (double a = shape + 1; term > PRECISION * sum; a++) {
      term *= x / a;
      sum += term;
    }
    return sum * factor(x);
  }

  /** By Lentz's method. */
  private double continuedFraction(double x) {
    double b = x + 1 - shape;
    double c = 1 / TINY;
    double d = 1 / b;
    double fraction = d;
    double change = 0;
    for (int i = 1; Math.abs(change - 1) > 4 * PRECISION; i++) {
      double a = -i * (i - shape);
      b += 2;
      d = 1 / awayFromZero(a * d + b);
      c = awayFromZero(b + a / c);
      change = c * d;
      fraction *= change;
    }
    return fraction * factor(x);
  }

  private static double awayFromZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  private double factor(double x) {
    return StrictMath.exp(shape * StrictMath.log(x) - x - logGamma);
  }

  /** Returns the logarithm of the gamma function: Stirling's series, reached by the recurrence. */
  static double logGamma(double x) {
    double shift = 0;
    double z = x;
    while (z < STIRLING_FROM) {
      shift += StrictMath.log(z);
      z++;
    }
    double inverseSquare = 1 / (z * z);
    double correction =
        (1.0 / 12
                - inverseSquare
                    * (1.0 / 360
                        - inverseSquare
                            * (1.0 / 1260 - inverseSquare * (1.0 / 1680 - inverseSquare / 1188))))
            / z;
    return (z - 0.5) * StrictMath.log(z) - z + LOG_SQRT_TWO_PI + correction - shift;
  }
}
