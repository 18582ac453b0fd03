package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.curtail.Profile;
import org.curtail.benchkit.standin.SearchBenchmark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadShapeTest {
  @ParameterizedTest
  @EnumSource
  void asManyRequestsComeAsTheMeanLoadSays(LoadShape shape) {
    double seconds = 20_000;
    int requests = (int) (shape.meanLoad() * 10 * seconds);
    double[] arrivalsMs = shape.arrivals(10, seconds).draw(requests, new SplittableRandom(1));
    assertThat(arrivalsMs[requests - 1] / 1000 / seconds).isCloseTo(1, within(0.05));
  }

  @Test
  void theSecondHalfOfStepsIsLikeTheFirst() {
    double[] arrivalsMs = LoadShape.STEPS.arrivals(100, 1200).draw(60_000, new SplittableRandom(2));
    // From 150 s on there are 90 a second for 100 s after 300 s; the same 600 s later.
    for (double from : new double[] {300, 900}) {
      long count = 0;
      for (double ms : arrivalsMs) {
        count += ms / 1000 >= from && ms / 1000 < from + 100 ? 1 : 0;
      }
      assertThat(count).isBetween(8_600L, 9_400L);
    }
  }

  @Test
  void theHeavyTailedDemandHasTheShapeThatItWasFittedTo() {
    Profile profile = SearchBenchmark.profile(10_000);
    assertThat(profile.percentileMs(50, 1)).isCloseTo(51, within(0.1));
    assertThat(profile.percentileMs(99, 1)).isCloseTo(2_890, within(30.0));
    assertThat(profile.meanMs(1)).isBetween(215.0, 231.0);
    assertThat(profile.speedup(9_999, 4)).isCloseTo(3.07, within(0.01));
  }
}
