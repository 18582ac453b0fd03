package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.curtail.Profile;
import org.curtail.sim.SyntheticDemand;
import org.junit.jupiter.api.Test;

class DemandVariationTest {
  private static Profile profile(double... demandsMs) {
    return Profile.of(
        "test",
        Arrays.stream(demandsMs).mapToObj(ms -> new double[] {ms}).toArray(double[][]::new));
  }

  /** Half of them 1 ms, half of them {@code longMs}. */
  private static Profile twoPoint(int requests, double longMs) {
    double[] demandsMs = new double[requests];
    Arrays.setAll(demandsMs, r -> r % 2 == 0 ? 1 : longMs);
    return profile(demandsMs);
  }

  @Test
  void isVarianceBySquaredMean() {
    assertThat(DemandVariation.squared(profile(5, 5, 5))).isZero();
    // Mean 2, variance 1.
    assertThat(DemandVariation.squared(profile(1, 3))).isCloseTo(0.25, within(1e-12));
    // One of four does nearly all: close to 3, as many as the others.
    assertThat(DemandVariation.squared(profile(0.001, 0.001, 0.001, 39.997)))
        .isCloseTo(3, within(1e-3));
  }

  @Test
  void countsARequestOfWeightTwoTwice() {
    Profile weighted = profile(1, 7).withWeights(new double[] {2, 1});
    assertThat(DemandVariation.squared(weighted))
        .isCloseTo(DemandVariation.squared(profile(1, 1, 7)), within(1e-12));
  }

  @Test
  void isAsTheFormulasOfKnownDemandsSay() {
    assertThat(squared(SyntheticDemand.DETERMINISTIC)).isZero();
    assertThat(squared(SyntheticDemand.EXPONENTIAL)).isCloseTo(1, within(0.01));
    // (0.9 * 60^2 + 0.1 * 1760^2) / 230^2 - 1
    assertThat(squared(SyntheticDemand.BIMODAL)).isCloseTo(4.917, within(0.001));
  }

  private static double squared(SyntheticDemand demand) {
    return DemandVariation.squared(demand.withGoodSpeedups(10_000));
  }

  @Test
  void aQueueSuitsDemandsThatDifferNoMoreThanExponentialOnes() {
    assertThat(DemandVariation.suitsQueue(twoPoint(100, 100))).isTrue();
    assertThat(DemandVariation.suitsQueue(SyntheticDemand.GAMMA.withGoodSpeedups(1_000))).isTrue();
    assertThat(DemandVariation.suitsQueue(SyntheticDemand.LOGNORMAL.withGoodSpeedups(1_000)))
        .isFalse();
    assertThat(DemandVariation.suitsQueue(SyntheticDemand.PARETO.withGoodSpeedups(1_000)))
        .isFalse();
  }

  @Test
  void fewRequestsAreNotTrustedToShowThatThereIsNoHeavyTail() {
    assertThat(DemandVariation.suitsQueue(twoPoint(98, 3))).isFalse();
    assertThat(DemandVariation.suitsQueue(twoPoint(100, 3))).isTrue();
  }

  @Test
  void demandsThatAreNearlyAlikeShare() {
    // Squared coefficients of variation: 1/9 and 1/25.
    assertThat(DemandVariation.suitsQueue(twoPoint(100, 2))).isTrue();
    assertThat(DemandVariation.suitsQueue(twoPoint(100, 1.5))).isFalse();
  }
}
