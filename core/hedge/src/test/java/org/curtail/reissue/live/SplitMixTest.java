package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Random numbers as a function. */
class SplitMixTest {
  @Test
  void numbersEqualThoseOfTheJdksGenerator() {
    Cases.random(
        1,
        200,
        random -> {
          long seed = random.nextLong();
          var inTurn = new SplittableRandom(seed);
          for (int place = 0; place < 50; place++) {
            long expected = inTurn.nextLong();
            assertThat(SplitMix.bits(seed, place)).as("place %d", place).isEqualTo(expected);
            assertThat(SplitMix.unit(seed, place)).isEqualTo((expected >>> 11) * 0x1p-53);
          }
        });
  }

  @Test
  void numbersAreUniformAndIndependent() {
    int n = 100_000;
    double sum = 0;
    double sumOfProducts = 0;
    int[] tenths = new int[10];
    for (int call = 0; call < n; call++) {
      long coin = SplitMix.bits(42, call);
      double first = SplitMix.unit(coin, 0);
      double second = SplitMix.unit(coin, 1);
      assertThat(first).isBetween(0.0, Math.nextDown(1.0));
      tenths[(int) (10 * first)]++;
      sum += first;
      sumOfProducts += (first - 0.5) * (second - 0.5);
    }
    // Six standard deviations each.
    assertThat(sum / n).isBetween(0.5 - 6 * 0.289 / 316, 0.5 + 6 * 0.289 / 316);
    assertThat(Math.abs(sumOfProducts / n)).isLessThan(6 * (1.0 / 12) / 316);
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(10_000 - 6 * 95, 10_000 + 6 * 95);
    }
  }

  @Test
  void eachPurposeHasItsOwnNumbers() {
    assertThat(SplitMix.bits(SplitMix.seed(7, 1), 0))
        .isNotEqualTo(SplitMix.bits(SplitMix.seed(7, 2), 0))
        .isNotEqualTo(SplitMix.bits(SplitMix.seed(8, 1), 0));
  }
}
