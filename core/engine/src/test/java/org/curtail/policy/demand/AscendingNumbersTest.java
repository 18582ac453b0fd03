package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AscendingNumbersTest {
  private static void findsWhatBinarySearchFinds(double[] ascending, SplittableRandom random) {
    AscendingNumbers numbers = AscendingNumbers.of(ascending);
    double last = ascending[ascending.length - 1];
    DoubleStream.of(ascending)
        .flatMap(it -> DoubleStream.of(it, Math.nextUp(it), Math.nextDown(it), it / 2, it * 3))
        .forEach(it -> same(numbers, ascending, it));
    for (int i = 0; i < 1000; i++) {
      same(numbers, ascending, random.nextDouble() * last * 1.1);
    }
    for (double it :
        new double[] {
          0, -0.0, -1, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN
        }) {
      same(numbers, ascending, it);
    }
  }

  private static void same(AscendingNumbers numbers, double[] ascending, double number) {
    assertThat(numbers.place(number))
        .as("%s among %s", number, Arrays.toString(ascending))
        .isEqualTo(Arrays.binarySearch(ascending, number));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyPlaceIsThatOfABinarySearch(long seed) {
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 20; round++) {
      double spread = random.nextDouble(0.001, 20);
      findsWhatBinarySearchFinds(
          random
              .doubles(1 + random.nextInt(60))
              .map(it -> Math.exp(spread * it))
              .sorted()
              .distinct()
              .toArray(),
          random);
    }
  }

  @Test
  void oneNumberAndZeroAreEnough() {
    var random = new SplittableRandom(1);
    findsWhatBinarySearchFinds(new double[] {7}, random);
    findsWhatBinarySearchFinds(new double[] {0}, random);
    findsWhatBinarySearchFinds(new double[] {0, 3}, random);
    findsWhatBinarySearchFinds(new double[] {0, 1e-3, 1e6}, random);
  }
}
