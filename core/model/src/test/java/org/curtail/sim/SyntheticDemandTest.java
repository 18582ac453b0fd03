package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticDemandTest {
  private static final int REQUESTS = 10_000;

  @ParameterizedTest
  @EnumSource
  void allHaveTheSameMeanWhateverTheSpeedups(SyntheticDemand demand) {
    Profile good = demand.withGoodSpeedups(REQUESTS);
    Profile poor = demand.withPoorSpeedups(REQUESTS);

    assertThat(good.meanMs(1)).isBetween(229.0, 231.0);
    for (int r = 0; r < REQUESTS; r++) {
      assertThat(poor.timeMs(r, 1)).isEqualTo(good.timeMs(r, 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void withGoodSpeedupsEveryRequestGainsByEveryThread(SyntheticDemand demand) {
    Profile profile = demand.withGoodSpeedups(REQUESTS);

    for (int r = 0; r < REQUESTS; r += 7) {
      for (int degree = 2; degree <= 4; degree++) {
        assertThat(profile.timeMs(r, degree)).isLessThan(profile.timeMs(r, degree - 1));
      }
    }
  }

  @Test
  void withPoorSpeedupsShortRequestsLoseAndLongOnesGain() {
    Profile profile = SyntheticDemand.BIMODAL.withPoorSpeedups(100);

    assertThat(profile.speedup(0, 2)).isCloseTo(0.6 + 0.95 * 3600 / 93_600, within(1e-12));
    assertThat(profile.speedup(99, 2)).isBetween(1.5, 1.55);
    assertThat(profile.speedup(0, 4)).isLessThan(profile.speedup(0, 2));
    assertThat(profile.speedup(99, 4)).isGreaterThan(profile.speedup(99, 2));
  }

  @Test
  void theGammaDemandWithGoodSpeedupsIsTheLuceneLikeProfile() {
    Profile expected = SyntheticProfiles.luceneLike(REQUESTS, 4);
    Profile profile = SyntheticDemand.GAMMA.withGoodSpeedups(REQUESTS);

    for (int r = 0; r < REQUESTS; r += 13) {
      for (int degree = 1; degree <= 4; degree++) {
        assertThat(profile.timeMs(r, degree)).isEqualTo(expected.timeMs(r, degree));
      }
    }
  }

  @Test
  void theBoundedParetoDemandHasTheTailOfItsFormula() {
    Profile profile = SyntheticDemand.PARETO.withGoodSpeedups(REQUESTS);

    // Request 9,899 of 10,000: longer than a share of 0.98995 of all between the bounds.
    double longer = 1 - 0.98995 * (1 - StrictMath.pow(1000, -1.3));
    assertThat(profile.timeMs(9899, 1))
        .isCloseTo(60.7 * StrictMath.pow(longer, -1 / 1.3), within(1e-6));
    assertThat(profile.percentileMs(100, 1)).isLessThanOrEqualTo(60_700);
    assertThat(profile.timeMs(0, 1)).isGreaterThanOrEqualTo(60.7);
  }

  @Test
  void nineOfTenBimodalRequestsAreShort() {
    Profile profile = SyntheticDemand.BIMODAL.withGoodSpeedups(REQUESTS);

    assertThat(profile.timeMs(8999, 1)).isEqualTo(60);
    assertThat(profile.timeMs(9000, 1)).isEqualTo(1760);
  }
}
