package org.curtail.automatic;

/**
 * Two neighbouring slices of equal length, one served by the plan's policy and one by the safe one,
 * in an order that a coin has decided.
 */
record SlicePair(SliceOutcome plan, SliceOutcome safe) {
  /** Shorter times are not told from none: a clock may not see them. */
  private static final double LEAST_NANOS = 1;

  /**
   * Natural logarithm of the ratio of mean response times, the plan's to the safe one's. Infinite
   * if one of the slices was overrun and the other was not; 0 if both were.
   */
  double logMeanRatio() {
    return logRatio(plan.meanNanos(), safe.meanNanos());
  }

  /** The same of 95th percentiles. */
  double logP95Ratio() {
    return logRatio(plan.p95Nanos(), safe.p95Nanos());
  }

  private double logRatio(double planNanos, double safeNanos) {
    if (plan.isOverrun() && safe.isOverrun()) {
      return 0;
    }
    if (plan.isOverrun()) {
      return Double.POSITIVE_INFINITY;
    }
    if (safe.isOverrun()) {
      return Double.NEGATIVE_INFINITY;
    }
    return StrictMath.log(Math.max(planNanos, LEAST_NANOS) / Math.max(safeNanos, LEAST_NANOS));
  }

  /**
   * Natural logarithm of the ratio of loads: requests that arrived, the plan's to the safe one's.
   * Neither policy has a part in it where requests do not wait for the answers to others.
   */
  double logLoadRatio() {
    return StrictMath.log(Math.max(plan.requests(), 1) / (double) Math.max(safe.requests(), 1));
  }
}
