package org.curtail.automatic.guard;

import org.curtail.automatic.guard.Slice.SliceOutcome;

/**
 * Two neighbouring slices of equal length, one of the plan's policy and one of the baseline. A coin
 * decides their order.
 */
record SlicePair(SliceOutcome plan, SliceOutcome baseline) {
  /** Least positive time; a clock may not distinguish less from none. */
  private static final double LEAST_NANOS = 1;

  /**
   * Returns the natural logarithm of the ratio of mean response times, the plan's to the
   * baseline's. Infinite if only one of the slices was overrun; 0 if both were.
   */
  double logMeanRatio() {
    return logRatio(plan.meanNanos(), baseline.meanNanos());
  }

  /** Returns the natural logarithm of the ratio of 95th percentiles. */
  double logP95Ratio() {
    return logRatio(plan.p95Nanos(), baseline.p95Nanos());
  }

  private double logRatio(double planNanos, double baselineNanos) {
    if (plan.isOverrun() && baseline.isOverrun()) {
      return 0;
    }
    if (plan.isOverrun()) {
      return Double.POSITIVE_INFINITY;
    }
    if (baseline.isOverrun()) {
      return Double.NEGATIVE_INFINITY;
    }
    return StrictMath.log(Math.max(planNanos, LEAST_NANOS) / Math.max(baselineNanos, LEAST_NANOS));
  }

  /**
   * Returns the natural logarithm of the ratio of arrivals, the plan's to the baseline's. Policies
   * do not influence it if requests do not wait for other results.
   */
  double logLoadRatio() {
    return StrictMath.log(Math.max(plan.requests(), 1) / (double) Math.max(baseline.requests(), 1));
  }
}
