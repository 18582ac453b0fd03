package org.curtail.benchkit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MovingAverageTest {
  @Test
  void itIsTheMeanOfAllValuesWithinTheWindow() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      int count = random.nextInt(60);
      // Whole moments, so that some values are simultaneous and some are exactly at the end of the
      // window.
      double[] atMs = random.ints(count, 0, 40).sorted().asDoubleStream().toArray();
      double[] values = random.doubles(count, -5, 50).toArray();
      int windowMs = 1 + random.nextInt(15);
      var average = new MovingAverage(atMs, values, windowMs);
      for (int momentMs = -2; momentMs < 60; momentMs++) {
        double now = momentMs;
        OptionalDouble expected =
            IntStream.range(0, count)
                .filter(i -> atMs[i] > now - windowMs && atMs[i] <= now)
                .mapToDouble(i -> values[i])
                .average();
        OptionalDouble found = average.at(now);
        assertThat(found.isPresent()).as("seed %d", seed).isEqualTo(expected.isPresent());
        if (expected.isPresent()) {
          assertThat(found.getAsDouble())
              .as("seed %d", seed)
              .isCloseTo(expected.getAsDouble(), within(1e-9));
        }
      }
    }
  }
}
