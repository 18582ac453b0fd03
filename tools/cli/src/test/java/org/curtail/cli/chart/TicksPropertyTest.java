package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksPropertyTest {
  private static final int CASES = 20_000;

  @Test
  void linearTicksAreRoundEvenAndCoverTheData() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new Random(seed);
      double range = amount(random);
      // Ticks finer than the precision of a double are not tested.
      double from = random.nextInt(4) == 0 ? 1e4 * range * random.nextDouble() : 0;
      double to = from + range;
      int most = 2 + random.nextInt(10);

      List<Double> ticks = Ticks.linear(from, to, most);

      String about = "seed %d: %s to %s, most %d: %s".formatted(seed, from, to, most, ticks);
      double slack = 1e-6 * (to - from);
      assertThat(ticks).as(about).hasSizeBetween(2, most + 2).isSorted();
      assertThat(ticks.getFirst()).as(about).isLessThanOrEqualTo(from + slack);
      assertThat(ticks.getLast()).as(about).isGreaterThanOrEqualTo(to - slack);
      double step = ticks.get(1) - ticks.get(0);
      double digit = step / Math.pow(10, Math.floor(Math.log10(step) + 1e-6));
      assertThat(List.of(1.0, 2.0, 5.0)).as(about).anyMatch(d -> Math.abs(d - digit) < 1e-4);
    }
  }

  @Test
  void logarithmicTicksAscendAndCoverTheData() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new Random(seed);
      double from = amount(random);
      double to = from * (1 + amount(random));

      List<Double> ticks = Ticks.logarithmic(from, to);

      String about = "seed %d: %s to %s: %s".formatted(seed, from, to, ticks);
      assertThat(ticks).as(about).hasSizeBetween(2, 10).isSorted().doesNotHaveDuplicates();
      assertThat(ticks.getFirst()).as(about).isLessThanOrEqualTo(from * (1 + 1e-6));
      assertThat(ticks.getLast()).as(about).isGreaterThanOrEqualTo(to * (1 - 1e-6));
    }
  }

  @Test
  void ticksOfNothingAreStillAnAxis() {
    assertThat(Ticks.linear(0, 0, 5)).startsWith(0.0).endsWith(1.0);
  }

  private static double amount(Random random) {
    return Math.pow(10, -4 + 12 * random.nextDouble());
  }
}
