package org.curtail.sim;

/**
 * A time during which requests arrive at one rate.
 *
 * @param perSecond requests per second in the mean; finite, at least 0
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

  /** How many requests arrive within so many of its milliseconds, in the mean. */
  double expectedWithin(double ms) {
    return ms / MS_PER_SECOND * perSecond;
  }

  /** After how many of its milliseconds so many have arrived in the mean; at most its duration. */
  double msUntilExpected(double arrivals) {
    return Math.min(durationMs, MS_PER_SECOND * arrivals / perSecond);
  }
}
