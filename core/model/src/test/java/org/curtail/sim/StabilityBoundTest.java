package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class StabilityBoundTest {
  @Test
  void noPolicyCarriesMoreThanTheCoresAtDegreeOne() {
    Profile profile = SyntheticProfiles.luceneLike(1_000, 4);
    double perSecond = StabilityBound.perSecond(profile, 15);
    assertThat(perSecond).isCloseTo(15_000 / profile.meanMs(1), within(1e-9));
    assertThat(StabilityBound.perSecond(4 * profile.meanMs(4), 15)).isLessThan(perSecond);
  }

  @Test
  void requestsThatUseMoreThreadsBetterMayUseThem() {
    var profile = Profile.weighted("", new double[][] {{100, 40}, {10, 9}}, new double[] {1, 3});
    // 80 ms once and 10 ms three times: 27.5 ms in the mean.
    assertThat(StabilityBound.perSecond(profile, 2)).isCloseTo(2_000 / 27.5, within(1e-9));
  }

  @Test
  void beyondItTheQueueGrowsWithoutEnd() {
    Profile profile = SyntheticProfiles.luceneLike(1_000, 1);
    double limit = StabilityBound.perSecond(profile, 4);
    assertThat(lastResponseMs(profile, 0.8 * limit)).isLessThan(3_000);
    assertThat(lastResponseMs(profile, 1.25 * limit)).isGreaterThan(60_000);
  }

  private static double lastResponseMs(Profile profile, double perSecond) {
    Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, 20_000, 1);
    return SimplestSimulation.responsesMs(trace, profile, 4, 1)[19_999];
  }

  @Test
  void impossibleValuesAreRejected() {
    for (double impossible : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StabilityBound.perSecond(impossible, 1));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> StabilityBound.perSecond(1, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StabilityBound.perSecond(Profile.of("", new double[][] {{1}}), 0));
  }
}
