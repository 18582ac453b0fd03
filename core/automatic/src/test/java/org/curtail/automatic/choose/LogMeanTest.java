package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class LogMeanTest {
  @Test
  void studentsQuantileIsThatOfTheDistribution() {
    for (int degrees = LogMean.FEWEST - 1; degrees < 40; degrees++) {
      double exact = TDistribution.of(degrees).inverseCumulativeProbability(0.995);
      assertThat(LogMean.student(degrees))
          .as("%d degrees of freedom", degrees)
          .isCloseTo(exact, within(degrees < 6 ? 0.02 : 0.005));
    }
  }

  /** Of 20,000 intervals 200 should miss; 60 more or less are four standard deviations. */
  @Test
  void theIntervalContainsTheTruthInNinetyNineOfAHundredCases() {
    long seed = 5;
    var random = new SplittableRandom(seed);
    int missed = 0;
    for (int i = 0; i < 20_000; i++) {
      double[] values = random.doubles(12).map(uniform -> 0.3 + normal(uniform)).toArray();
      LogMean mean = LogMean.of(values);
      missed += mean.low() <= 0.3 && 0.3 <= mean.high() ? 0 : 1;
    }
    assertThat(missed).as("seed %d", seed).isBetween(140, 260);
  }

  private static double normal(double uniform) {
    return NormalDistribution.of(0, 1).inverseCumulativeProbability(uniform);
  }

  @Test
  void fewValuesSayNothing() {
    LogMean mean = LogMean.of(new double[] {0, 0, 0, 0});
    assertThat(mean.mean()).isZero();
    assertThat(mean.ratio()).isEqualTo(new RatioInterval(1, 0, Double.POSITIVE_INFINITY));
    assertThat(LogMean.of(new double[0]).high()).isInfinite();
  }

  @Test
  void equalValuesAreCertain() {
    double[] values = new double[8];
    Arrays.fill(values, StrictMath.log(0.5));
    RatioInterval ratio = LogMean.of(values).ratio();
    assertThat(ratio.low()).isCloseTo(0.5, within(1e-12));
    assertThat(ratio.high()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void whoDidNotKeepUpOnceIsWorseThanAnything() {
    double[] values = {0, 0, 0, 0, 0, Double.POSITIVE_INFINITY};
    assertThat(LogMean.of(values).ratio()).isEqualTo(RatioInterval.HOPELESS);
  }
}
