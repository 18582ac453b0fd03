package org.curtail.sim;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A Poisson process whose rate changes from period to period: one of rate 1, on a clock that runs
 * as fast as the rate. So each gap takes one draw, whatever the rates.
 */
final class ChangingRate {
  private ChangingRate() {}

  /**
   * Returns the first arrivals in milliseconds.
   *
   * @param periods called for one period after the other, from time 0 on; some must have a rate
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
