package org.curtail.workflow;

/**
 * Stops once a time has passed and a share of the needed responders has answered, whichever is
 * later: an alternative in Kwiken, Figure 12b.
 *
 * @param afterMillis since the visit began: at least 0, may be infinite
 * @param fraction above 0, at most 1; rounded up to whole responders
 */
record TimeThenFraction(double afterMillis, double fraction) implements StopRule {
  TimeThenFraction {
    if (!(afterMillis >= 0)) {
      throw new IllegalArgumentException("afterMillis must be at least 0: " + afterMillis);
    }
    if (!(fraction > 0 && fraction <= 1)) {
      throw new IllegalArgumentException("fraction must be above 0 and at most 1: " + fraction);
    }
  }

  @Override
  public double endMillis(double[] ascendingMillis) {
    int needed = ascendingMillis.length;
    double progressed = ascendingMillis[StopRule.awaited(fraction, needed) - 1];
    return Math.min(ascendingMillis[needed - 1], Math.max(afterMillis, progressed));
  }
}
