package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class TwoHumpsTest {
  @Test
  void theUsualOneHasLookUpsOfAMillisecondBesideSearchesOfASecond() {
    Profile profile = TwoHumps.named("two-humps").profile();
    assertThat(profile.percentileMs(97.9, 1)).isEqualTo(1);
    assertThat(profile.percentileMs(98.1, 1)).isEqualTo(1_000);
    assertThat(profile.meanMs(1)).isCloseTo(0.98 + 20, within(1e-9));
    assertThat(profile.percentileMs(50, 4)).as("a short one gains nothing").isEqualTo(1);
    assertThat(profile.percentileMs(99, 4)).isCloseTo(1_000 - 0.9 * 999 * 0.75, within(1e-3));
  }

  @Test
  void aSeedDrawsTheShareTheRatioAndTheSpread() {
    for (int seed = 1; seed <= 20; seed++) {
      TwoHumps drawn = TwoHumps.named("two-humps-" + seed);
      assertThat(drawn).isEqualTo(TwoHumps.drawn(seed)).isNotEqualTo(TwoHumps.drawn(seed + 1));
      assertThat(drawn.longShare()).isBetween(0.005, 0.1);
      assertThat(drawn.ratio()).isBetween(30.0, 3_000.0);
      assertThat(drawn.sigma()).isBetween(0.1, 0.5);
      Profile profile = drawn.profile();
      double longMs = profile.percentileMs(100 - 50 * drawn.longShare(), 1);
      assertThat(longMs).as("seed %d", seed).isCloseTo(drawn.ratio(), within(0.02 * longMs));
    }
    assertThat(TwoHumps.isName("two-humps-0")).isFalse();
    assertThat(TwoHumps.isName("two-humps.json")).isFalse();
  }
}
