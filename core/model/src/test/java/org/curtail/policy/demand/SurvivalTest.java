package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class SurvivalTest {
  private static Survival of(double... demandMs) {
    double[][] timesMs = new double[demandMs.length][];
    for (int i = 0; i < demandMs.length; i++) {
      timesMs[i] = new double[] {demandMs[i]};
    }
    return Survival.of(Profile.of("", timesMs));
  }

  private static double beyond(Survival survival, double workMs) {
    return Math.exp(survival.logBeyond(workMs));
  }

  @Test
  void everyRequestHasSomeDemandAndEachSampleItsShare() {
    Survival survival = of(40, 10, 20, 30);
    assertThat(beyond(survival, 0)).isEqualTo(1);
    assertThat(beyond(survival, 10)).isCloseTo(0.75, within(1e-12));
    assertThat(beyond(survival, 20)).isCloseTo(0.5, within(1e-12));
    // The geometric mean of a half and a quarter.
    assertThat(beyond(survival, 25)).isCloseTo(Math.sqrt(0.125), within(1e-12));
    assertThat(beyond(survival, 30)).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void beyondTheLongestSampleItFallsExponentially() {
    // No sample exceeds the 90th percentile of four, so the mean is the scale.
    Survival survival = of(40, 10, 20, 30);
    assertThat(survival.tailScaleMs()).isEqualTo(25);
    assertThat(beyond(survival, 40)).isCloseTo(0.125, within(1e-12));
    assertThat(beyond(survival, 65)).isCloseTo(0.125 / Math.E, within(1e-12));
    assertThat(survival.logBeyond(1e9)).isFinite();
  }

  @Test
  void equalSamplesAreOneStep() {
    Survival survival = of(10, 20, 20, 20, 30);
    assertThat(beyond(survival, 10)).isCloseTo(0.8, within(1e-12));
    assertThat(beyond(survival, 20)).isCloseTo(0.2, within(1e-12));
    Survival constant = of(10, 10, 10);
    assertThat(beyond(constant, 10)).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(beyond(constant, 5)).isCloseTo(Math.sqrt(1 / 6.0), within(1e-12));
  }

  @Test
  void weightsCountAsRepeatedRequests() {
    Survival repeated = of(10, 20, 20, 20, 30);
    Survival weighted =
        Survival.of(
            Profile.weighted("", new double[][] {{20}, {30}, {10}}, new double[] {3, 1, 1}));
    for (double workMs = 0; workMs < 60; workMs += 0.7) {
      assertThat(beyond(weighted, workMs)).isCloseTo(beyond(repeated, workMs), within(1e-12));
    }
  }

  @Test
  void itNeverRises() {
    Survival survival = Survival.of(SyntheticProfiles.luceneLikeNoisy(1_000, 4, 1));
    double previous = 0;
    for (double workMs = 0; workMs < 3_000; workMs += 0.9) {
      double log = survival.logBeyond(workMs);
      assertThat(log).isLessThanOrEqualTo(previous);
      previous = log;
    }
  }

  @Test
  void theScaleOfAnExponentialTailIsItsMean() {
    int requests = 20_000;
    double[] demandMs = new double[requests];
    for (int i = 0; i < requests; i++) {
      demandMs[i] = -50 * Math.log(1 - (i + 0.5) / requests);
    }
    assertThat(of(demandMs).tailScaleMs()).isCloseTo(50, withinPercentage(1));
  }
}
