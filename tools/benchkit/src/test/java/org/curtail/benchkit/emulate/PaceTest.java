package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void aMeanRequestTakesLongAgainstTheLatenessOfASleeper() {
    for (double meanMs : new double[] {0.3, 7, 232, 4e4}) {
      for (int cores : new int[] {1, 15, 64}) {
        var profile = Profile.of("", new double[][] {{meanMs}});
        double scale = Pace.scale(profile, cores);
        double chunkMs = Pace.chunkMs(cores, scale);
        assertThat(scale * meanMs).isGreaterThanOrEqualTo(50 - 1e-9);
        assertThat(scale * chunkMs).isGreaterThanOrEqualTo(Pace.LEAST_CHUNK_MS - 1e-9);
        assertThat(cores * 1000 / (scale * chunkMs)).isLessThanOrEqualTo(20_000 + 1e-6);
        assertThat(chunkMs).isLessThanOrEqualTo(meanMs / 50);
      }
    }
  }

  @Test
  void numbersAreShort() {
    assertThat(Pace.scale(Profile.of("", new double[][] {{232}}), 15))
        .isCloseTo(0.22, within(1e-12));
  }
}
