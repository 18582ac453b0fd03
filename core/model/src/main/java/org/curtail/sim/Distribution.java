package org.curtail.sim;

/**
 * Distribution of request times by a formula. Immutable. Results are the same bits on every
 * machine.
 */
sealed interface Distribution {
  /** Returns the share of requests that take at most this time; 0 up to a time of 0. */
  double shareUpTo(double time);

  /**
   * Returns a quantile, at most a limit, by bisection down to neighbouring numbers.
   *
   * @param share between 0 and 1, both excluded
   * @param limit more than 0, finite
   */
  default double quantile(double share, double limit) {
    double below = 0;
    double above = limit;
    while (true) {
      double middle = below + (above - below) / 2;
      if (middle <= below || middle >= above) {
        return above;
      }
      if (shareUpTo(middle) < share) {
        below = middle;
      } else {
        above = middle;
      }
    }
  }

  record Gamma(IncompleteGamma function, double scale) implements Distribution {
    Gamma(double shape, double scale) {
      this(new IncompleteGamma(shape), scale);
    }

    @Override
    public double shareUpTo(double time) {
      return function.lower(time / scale);
    }
  }

  /** Normal distribution with mean 0 and standard deviation 1; it has negative times too. */
  record StandardNormal() implements Distribution {
    private static final IncompleteGamma HALF = new IncompleteGamma(0.5);

    @Override
    public double shareUpTo(double time) {
      double tail = HALF.upper(time * time / 2) / 2;
      return time < 0 ? tail : 1 - tail;
    }
  }

  /**
   * Log-normal distribution.
   *
   * @param mu mean of the logarithm
   * @param sigma standard deviation of the logarithm; more than 0
   */
  record LogNormal(double mu, double sigma) implements Distribution {
    private static final StandardNormal NORMAL = new StandardNormal();

    @Override
    public double shareUpTo(double time) {
      return time > 0 ? NORMAL.shareUpTo((StrictMath.log(time) - mu) / sigma) : 0;
    }
  }

  /**
   * Pareto distribution between two bounds. The share of times above t falls as t to the power of
   * minus the shape.
   *
   * @param shape more than 0; the smaller, the heavier the tail
   * @param least more than 0
   * @param most more than {@code least}
   */
  record BoundedPareto(double shape, double least, double most) implements Distribution {
    @Override
    public double shareUpTo(double time) {
      return time <= least
          ? 0
          : time >= most
              ? 1
              : (1 - StrictMath.pow(least / time, shape))
                  / (1 - StrictMath.pow(least / most, shape));
    }
  }

  /**
   * Mixture of two kinds of requests.
   *
   * @param firstShare share of the first kind, 0 to 1
   */
  record Mixture(double firstShare, Distribution first, Distribution second)
      implements Distribution {
    @Override
    public double shareUpTo(double time) {
      return firstShare * first.shareUpTo(time) + (1 - firstShare) * second.shareUpTo(time);
    }
  }
}
