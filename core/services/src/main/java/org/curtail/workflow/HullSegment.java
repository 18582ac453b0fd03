package org.curtail.workflow;

/**
 * A segment of a {@link CurveHull}: each copy lowers the value by the same amount.
 *
 * @param fromFraction share of requests with a copy at the segment's begin
 * @param toFraction share at its end: more than {@code fromFraction}
 * @param fromValue mean in milliseconds or variance in square milliseconds
 * @param toValue less than {@code fromValue}
 */
record HullSegment(double fromFraction, double toFraction, double fromValue, double toValue) {
  /** Returns the fall of the value per share of requests with a copy: more than 0. */
  double slope() {
    return (fromValue - toValue) / (toFraction - fromFraction);
  }
}
