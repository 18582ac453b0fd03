package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class BatchLengthTest {
  private static int measured(DoubleSupplier values, int count) {
    var batch = new BatchLength();
    for (int i = 0; i < count; i++) {
      batch.add(values.getAsDouble());
    }
    return batch.values();
  }

  @Test
  void valuesThatAreIndependentCountOneByOne() {
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      assertThat(measured(random::nextDouble, 3_000)).as("seed %d", seed).isEqualTo(1);
    }
  }

  /**
   * With correlation r from value to value, the means of batches of n have a correlation of r (1 -
   * r^n)^2 / (n (1 - r^2) - 2 r (1 - r^n)). Expected is twice the longest length with more than
   * 0.1, or by chance once or four times that.
   */
  @Test
  void batchLengthFollowsTheCorrelation() {
    for (double r : new double[] {0.3, 0.5, 0.8, 0.9}) {
      int longest = 1;
      while (correlation(r, 2 * longest) > 0.1) {
        longest *= 2;
      }
      for (int seed = 0; seed < 10; seed++) {
        assertThat(measured(Correlated.autoregressive(seed, r), 40_000))
            .as("correlation %s, seed %d", r, seed)
            .isBetween(longest, 4 * longest);
      }
    }
  }

  private static double correlation(double r, int n) {
    double rest = 1 - Math.pow(r, n);
    return r * rest * rest / (n * (1 - r * r) - 2 * r * rest);
  }

  @Test
  void valuesThatAvoidEachOtherCountOneByOne() {
    assertThat(measured(Correlated.autoregressive(1, -0.5), 3_000)).isEqualTo(1);
  }

  @Test
  void equalValuesAndFewValuesShowNothing() {
    assertThat(measured(() -> 7, 3_000)).isEqualTo(1);
    assertThat(measured(Correlated.autoregressive(1, 0.9), 10)).isEqualTo(1);
  }

  @Test
  void batchesHaveALimit() {
    double[] value = {0};
    assertThat(measured(() -> value[0]++, 100_000)).isEqualTo(BatchLength.MOST);
  }
}
