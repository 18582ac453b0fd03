package org.curtail.cli.bench.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.curtail.benchkit.openloop.Arrivals;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final int SHORTS = 7;
  private static final int SEARCHES = 10;

  private static Traffic.Mix mix(double seconds) {
    return new Traffic.Mix(SHORTS, SEARCHES, 1_000, 60, Map.of(0.5, 2.0), seconds, 5);
  }

  @Test
  void bothKindsOfAMixArriveAtTheirRatesForItsSeconds() {
    Traffic.Mix mix = mix(30);
    double[] counts = new double[2];
    int blocks = 200;
    for (long seed = 0; seed < blocks; seed++) {
      Arrivals arrivals = mix.draw(0.5, new Random(seed)).arrivals();
      long beforeNanos = 0;
      for (int i = 0; i < arrivals.count(); i++) {
        long dueNanos = arrivals.dueNanos(i, 1);
        assertThat(dueNanos).as("seed %d", seed).isBetween(beforeNanos, 30_000_000_000L);
        beforeNanos = dueNanos;
        counts[mix.kindOf(arrivals.queries()[i])]++;
      }
    }
    assertThat(counts[0] / blocks / 30).isCloseTo(60, within(1.0));
    assertThat(counts[1] / blocks / 30).isCloseTo(2, within(0.1));
  }

  @Test
  void eachBlockHasBothKindsAmongItsCountedRequests() {
    Traffic.Mix rare = mix(1);
    for (long seed = 0; seed < 100; seed++) {
      int[] asked = rare.draw(0.5, new Random(seed)).arrivals().queries();
      assertThat(Arrays.stream(asked).filter(search -> search >= SHORTS).count())
          .as("seed %d", seed)
          .isPositive();
    }
  }

  @Test
  void theKindsOfAMixHaveTheirSearches() {
    Traffic.Mix mix = mix(30);
    assertThat(mix.kinds()).containsExactly("short searches", "long searches");
    assertThat(mix.kindOf(SHORTS - 1)).isZero();
    assertThat(mix.kindOf(SHORTS)).isEqualTo(1);
    assertThat(mix.perSecond(0.5, 0)).isEqualTo(60);
    assertThat(mix.perSecond(0.5, 1)).isEqualTo(2);
  }
}
