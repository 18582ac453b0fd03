package org.curtail.workflow;

/**
 * A piece of a {@link CurveHull} on which each reissue lowers the value by the same amount.
 *
 * @param fromFraction share of requests sent again at which the piece begins
 * @param toFraction where it ends: more than {@code fromFraction}
 * @param fromValue mean in milliseconds or variance in their square
 * @param toValue less than {@code fromValue}
 */
record HullSegment(double fromFraction, double toFraction, double fromValue, double toValue) {
  /** By how much the value falls, per share of requests sent again: more than 0. */
  double slope() {
    return (fromValue - toValue) / (toFraction - fromFraction);
  }
}
