package org.curtail.cli.bench.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class TimedSearchesTest {
  @Test
  void aSearchWithOneMatchGainsNothingFromThreads() {
    Profile mix = TimedSearches.mix().profile(4);
    assertThat(mix.speedup(0, 4)).isEqualTo(1);
    assertThat(mix.speedup(1, 4)).isEqualTo(4);
    assertThat(mix.timeMs(1, 3)).isEqualTo(340); // 34 of 100 windows
  }

  @Test
  void theTimesAreThoseOfTheBenchmark() {
    Profile demand = TimedSearches.likeBenchmark().profile(1);
    assertThat(demand.percentileMs(50, 1)).isCloseTo(51, within(1.0));
    assertThat(demand.meanMs(1)).isCloseTo(230, within(25.0));
    assertThat(TimedSearches.likeBenchmark().bodies())
        .hasSize(demand.requests())
        .first()
        .isEqualTo("{\"size\":1,\"query\":{\"timed\":{\"millis\":0.391,\"documents\":1}}}");
  }
}
