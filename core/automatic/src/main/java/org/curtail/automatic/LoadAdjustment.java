package org.curtail.automatic;

/**
 * How much of a difference between two slices comes from one having more requests: the straight
 * line through zero, by least squares, from pairs that came before. So it depends on nothing of the
 * pair that it is used for, and what is left is as symmetric as what it was taken from.
 */
final class LoadAdjustment {
  /** Before so many pairs nothing is adjusted. */
  private static final int LEAST_PAIRS = 8;

  /** Twice the load is no more than 2^4 times the response time. */
  private static final double MOST_SLOPE = 4;

  private int pairs;
  private double products;
  private double squares;

  void add(double logRatio, double logLoadRatio) {
    pairs++;
    products += logRatio * logLoadRatio;
    squares += logLoadRatio * logLoadRatio;
  }

  /** Logarithm of the ratio to be expected from the loads alone. */
  double expected(double logLoadRatio) {
    if (pairs < LEAST_PAIRS || squares == 0) {
      return 0;
    }
    return Math.clamp(products / squares, 0.0, MOST_SLOPE) * logLoadRatio;
  }
}
