package org.curtail;

import org.apache.commons.statistics.distribution.ContinuousDistribution;

/**
 * Two kinds of requests in one service, most of them of the first kind.
 *
 * @param firstShare share of the first kind, 0 to 1
 * @param first times of the first kind; positive
 * @param second times of the second kind; positive
 */
record Mixture(double firstShare, ContinuousDistribution first, ContinuousDistribution second) {
  /** Bisection ends here: far below anything that a clock can tell in milliseconds. */
  private static final double PRECISION = 1e-9;

  /** The probability of a time of at most this. */
  double cumulativeProbability(double time) {
    return firstShare * first.cumulativeProbability(time)
        + (1 - firstShare) * second.cumulativeProbability(time);
  }

  /**
   * The time that a share of the requests does not exceed, but at most a limit. A mixture has no
   * closed form for it: found by bisection.
   *
   * @param probability between 0 and 1, both excluded
   */
  double quantile(double probability, double limit) {
    double below = 0;
    double above = limit;
    while (above - below > PRECISION) {
      double middle = (below + above) / 2;
      if (cumulativeProbability(middle) < probability) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return above;
  }
}
