package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.curtail.Profile;
import org.curtail.sim.SyntheticDemand;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class ResidualDemandTest {
  private static Profile profile(double... demandsMs) {
    return Profile.of(
        "test",
        Arrays.stream(demandsMs).mapToObj(ms -> new double[] {ms}).toArray(double[][]::new));
  }

  /** Request i of n has the demand that a share (i + 0.5) / n does not exceed. */
  private static Profile quantiles(int requests, DoubleUnaryOperator ofShare) {
    double[] demandsMs = new double[requests];
    Arrays.setAll(demandsMs, r -> ofShare.applyAsDouble((r + 0.5) / requests));
    return profile(demandsMs);
  }

  private static boolean suitsQueue(DoubleUnaryOperator ofShare) {
    return ResidualDemand.suitsQueue(quantiles(2_000, ofShare));
  }

  private static double exponential(double share) {
    return -Math.log(1 - share);
  }

  private static DoubleUnaryOperator pareto(double shape) {
    return share -> Math.pow(1 - share, -1 / shape);
  }

  @Test
  void aQueueSuitsDemandsWhoseStartedRequestsHaveNoMoreLeftThanNewOnes() {
    assertThat(suitsQueue(ResidualDemandTest::exponential)).isTrue();
    // A minimum plus an exponential rest: the remainder never exceeds that at the beginning.
    assertThat(suitsQueue(share -> 0.5 + 0.5 * exponential(share))).isTrue();
    // Weibull with shape 2: increasing hazard rate.
    assertThat(suitsQueue(share -> Math.sqrt(exponential(share)))).isTrue();
    assertThat(ResidualDemand.suitsQueue(SyntheticDemand.GAMMA.withGoodSpeedups(1_000))).isTrue();
    assertThat(ResidualDemand.suitsQueue(SyntheticDemand.EXPONENTIAL.withGoodSpeedups(10_000)))
        .isTrue();
    assertThat(ResidualDemand.suitsQueue(SyntheticProfiles.named("few-to-many-lucene"))).isTrue();
  }

  @Test
  void aQueueDoesNotSuitHeavyTails() {
    for (SyntheticDemand heavy :
        new SyntheticDemand[] {
          SyntheticDemand.LOGNORMAL, SyntheticDemand.BIMODAL, SyntheticDemand.PARETO
        }) {
      assertThat(ResidualDemand.suitsQueue(heavy.withGoodSpeedups(1_000)))
          .as(heavy.toString())
          .isFalse();
    }
    // Weibull with shape 0.7: decreasing hazard rate.
    assertThat(suitsQueue(share -> Math.pow(exponential(share), 1 / 0.7))).isFalse();
  }

  @Test
  void aSmallVarianceHidesNoHeavyTail() {
    // Squared coefficients of variation: 0.67 and 0.35, that of an exponential demand is 1.
    assertThat(suitsQueue(pareto(2.45))).isFalse();
    assertThat(suitsQueue(pareto(2.8))).isFalse();
    // One of a thousand takes 20 times as long: 0.35.
    assertThat(suitsQueue(share -> share < 0.999 ? 1 : 20)).isFalse();
    // One of a hundred takes five times as long: 0.15.
    assertThat(suitsQueue(share -> share < 0.99 ? 1 : 5)).isFalse();
    // Few outliers beside a demand that suits a queue.
    assertThat(suitsQueue(share -> share < 0.998 ? Math.sqrt(exponential(share)) : 12)).isFalse();
  }

  @Test
  void withTwoDemandsLongOnesMustNotHaveMoreLeftThanTheMean() {
    // After 1 ms, 1.4 ms remain of a mean of 1.14 ms.
    assertThat(suitsQueue(share -> share < 0.9 ? 1 : 2.4)).isFalse();
    // 0.9 ms remain of a mean of 1.09 ms.
    assertThat(suitsQueue(share -> share < 0.9 ? 1 : 1.9)).isTrue();
  }

  @Test
  void demandsWithNearlyEqualLongestRequestsShare() {
    assertThat(suitsQueue(share -> 1)).isFalse();
    // Uniform: the longest tenth have 0.1 of the mean left.
    assertThat(suitsQueue(share -> share)).isFalse();
    // More than a tenth end at a limit.
    assertThat(suitsQueue(share -> Math.min(exponential(share), 2))).isFalse();
    assertThat(suitsQueue(share -> Math.min(exponential(share), 3))).isTrue();
  }

  @Test
  void fewRequestsAreNotTrustedToShowThatThereIsNoHeavyTail() {
    assertThat(ResidualDemand.suitsQueue(quantiles(999, ResidualDemandTest::exponential)))
        .isFalse();
    assertThat(ResidualDemand.suitsQueue(quantiles(1_000, ResidualDemandTest::exponential)))
        .isTrue();
  }

  @Test
  void aRequestOfWeightTwoCountsTwice() {
    double[] demandsMs = new double[1_200];
    double[] weights = new double[demandsMs.length];
    Arrays.setAll(demandsMs, r -> exponential((r + 0.5) / demandsMs.length));
    Arrays.fill(weights, 1);
    Profile light = profile(demandsMs);
    assertThat(ResidualDemand.suitsQueue(light.withWeights(weights))).isTrue();
    // The longest tenth occur twice as often. Then started ones have more left than new ones.
    Arrays.fill(weights, 1_080, 1_200, 2);
    assertThat(ResidualDemand.suitsQueue(light.withWeights(weights))).isFalse();
    // Long requests that hardly occur.
    Arrays.fill(weights, 1_000);
    demandsMs[1_199] = 15;
    weights[1_199] = 1e-6;
    assertThat(ResidualDemand.suitsQueue(profile(demandsMs))).isFalse();
  }

  @Test
  void samplesAreSeldomMistaken() {
    assertThat(samplesThatSuitAQueue(share -> Math.sqrt(exponential(share)))).isGreaterThan(90);
    assertThat(samplesThatSuitAQueue(pareto(1.5))).isZero();
    assertThat(samplesThatSuitAQueue(pareto(2.1))).isLessThan(3);
    assertThat(samplesThatSuitAQueue(share -> share < 0.95 ? exponential(share) : 12)).isZero();
  }

  /** Of 100 samples of 1,000 requests, with seeds 0 to 99. */
  private static int samplesThatSuitAQueue(DoubleUnaryOperator ofShare) {
    int suited = 0;
    for (int seed = 0; seed < 100; seed++) {
      var random = new SplittableRandom(seed);
      double[] demandsMs = new double[1_000];
      Arrays.setAll(demandsMs, r -> ofShare.applyAsDouble(random.nextDouble()));
      suited += ResidualDemand.suitsQueue(profile(demandsMs)) ? 1 : 0;
    }
    return suited;
  }
}
