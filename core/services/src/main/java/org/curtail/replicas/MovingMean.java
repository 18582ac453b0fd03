package org.curtail.replicas;

/** An exponentially weighted moving average; the first value counts whole. */
final class MovingMean {
  private final double weight;
  private double mean;
  private boolean known;

  /**
   * Creates an unknown mean.
   *
   * @param weight weight of the newest value: more than 0, at most 1
   */
  MovingMean(double weight) {
    this.weight = weight;
  }

  void add(double value) {
    mean = known ? mean + weight * (value - mean) : value;
    known = true;
  }

  boolean isKnown() {
    return known;
  }

  /** Returns the mean; 0 if unknown. */
  double mean() {
    return mean;
  }
}
