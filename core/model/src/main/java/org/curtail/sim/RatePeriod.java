package org.curtail.sim;

/**
 * A time with one arrival rate.
 *
 * @param perSecond mean requests per second; finite, at least 0
 * @param durationMs in milliseconds; finite, more than 0
 */
public record RatePeriod(double perSecond, double durationMs) {
  private static final double MS_PER_SECOND = 1000;

  public RatePeriod {
    if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException("perSecond must be finite, at least 0: " + perSecond);
    }
    if (!(durationMs > 0) || Double.isInfinite(durationMs)) {
      throw new IllegalArgumentException("durationMs must be positive and finite: " + durationMs);
    }
  }

  /** Returns the mean number of arrivals within this many of its milliseconds. */
  double expectedWithin(double ms) {
    return ms / MS_PER_SECOND * perSecond;
  }

  /**
   * Returns the milliseconds after which this many have arrived on average; at most its duration.
   */
  double msUntilExpected(double arrivals) {
    return Math.min(durationMs, MS_PER_SECOND * arrivals / perSecond);
  }
}
