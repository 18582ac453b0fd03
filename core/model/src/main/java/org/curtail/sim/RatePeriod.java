package org.curtail.sim;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Period with one arrival rate.
 *
 * @param perSecond mean requests per second; finite, at least 0
 * @param durationMs duration in milliseconds; finite, more than 0
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

  /** Returns the mean number of arrivals within the first milliseconds of the period. */
  double expectedWithin(double ms) {
    return ms / MS_PER_SECOND * perSecond;
  }

  /** Returns the milliseconds until a mean number of arrivals; at most the duration. */
  double msUntilExpected(double arrivals) {
    return Math.min(durationMs, MS_PER_SECOND * arrivals / perSecond);
  }

  /**
   * Poisson process with a rate that changes from period to period: a process of rate 1 on a clock
   * that runs as fast as the rate. So each gap needs one draw at any rate.
   */
  static final class ChangingRate {
    private ChangingRate() {}

    /**
     * Returns the first arrivals in milliseconds.
     *
     * @param periods supplies one period after the other, from time 0 on; some must have a rate
     *     above 0
     * @param random draws the gaps
     */
    static double[] draw(int count, Supplier<RatePeriod> periods, RandomGenerator random) {
      double[] arrivalsMs = new double[count];
      double beginMs = 0;
      double passed = 0;
      RatePeriod period = periods.get();
      for (int i = 0; i < count; i++) {
        passed += Exponential.unit(random);
        double expected = period.expectedWithin(period.durationMs());
        while (passed >= expected) {
          passed -= expected;
          beginMs += period.durationMs();
          period = periods.get();
          expected = period.expectedWithin(period.durationMs());
        }
        arrivalsMs[i] = beginMs + period.msUntilExpected(passed);
      }
      return arrivalsMs;
    }
  }
}
