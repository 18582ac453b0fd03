package org.curtail.benchkit.openloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  @Test
  void theSameSeedGivesTheSameArrivals() {
    Arrivals one = Arrivals.poisson(500, 40, new Random(7));
    Arrivals other = Arrivals.poisson(500, 40, new Random(7));
    for (int i = 0; i < 500; i++) {
      assertThat(one.dueNanos(i, 100)).isEqualTo(other.dueNanos(i, 100));
      assertThat(one.query(i)).isEqualTo(other.query(i)).isBetween(0, 39);
    }
  }

  @Test
  void gapsAreExponentialAtTheRateAskedFor() {
    int count = 100_000;
    Arrivals arrivals = Arrivals.poisson(count, 10, new Random(1));
    double[] gapsMs = new double[count];
    long previousNanos = 0;
    for (int i = 0; i < count; i++) {
      long dueNanos = arrivals.dueNanos(i, 200);
      gapsMs[i] = (dueNanos - previousNanos) / 1e6;
      previousNanos = dueNanos;
    }
    double meanMs = Arrays.stream(gapsMs).average().orElseThrow();
    double variance =
        Arrays.stream(gapsMs).map(gap -> (gap - meanMs) * (gap - meanMs)).sum() / count;
    long overTwiceTheMean = Arrays.stream(gapsMs).filter(gap -> gap > 10).count();
    assertThat(meanMs).isCloseTo(5, within(0.1));
    assertThat(Math.sqrt(variance)).isCloseTo(5, within(0.15));
    assertThat((double) overTwiceTheMean / count).isCloseTo(Math.exp(-2), within(0.01));
  }

  @Test
  void aRateOnlyStretchesTime() {
    Arrivals arrivals = Arrivals.poisson(50, 10, new Random(3));
    for (int i = 0; i < 50; i++) {
      assertThat((double) arrivals.dueNanos(i, 10))
          .isCloseTo(10.0 * arrivals.dueNanos(i, 100), within(20.0));
    }
  }
}
