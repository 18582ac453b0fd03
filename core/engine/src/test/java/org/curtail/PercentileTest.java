package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentileTest {
  @ParameterizedTest
  @CsvSource({
    "0, 10, 0",
    "50, 10, 4",
    "51, 10, 5",
    "90, 10, 8",
    "99, 10, 9",
    "100, 10, 9",
    "99, 100, 98",
    "99, 1000, 989",
    "99.9, 1000, 998",
    "95, 20, 18",
    "99, 1, 0",
    "99, 2, 1",
    "7, 100, 6"
  })
  void rankIsTheNearestRankCountedFromZero(double percentile, int count, int rank) {
    assertThat(Percentile.rank(percentile, count)).isEqualTo(rank);
  }

  @Test
  void everyWholePercentileOfAHundredValuesIsItsOwnRank() {
    for (int p = 1; p <= 100; p++) {
      assertThat(Percentile.rank(p, 100)).isEqualTo(p - 1);
    }
  }

  @Test
  void thePercentileIsAValueThatOccurred() {
    assertThat(Percentile.of(new double[] {1, 2, 30}, 99)).isEqualTo(30);
    assertThat(Percentile.of(new double[] {1, 2, 30}, 50)).isEqualTo(2);
  }

  @Test
  void aValueOfWeightThreeIsThreeValues() {
    double[] values = {1, 2, 30};
    double[] weights = {3, 6, 1};
    assertThat(Percentile.of(values, weights, 0)).isEqualTo(1);
    assertThat(Percentile.of(values, weights, 30)).isEqualTo(1);
    assertThat(Percentile.of(values, weights, 31)).isEqualTo(2);
    assertThat(Percentile.of(values, weights, 90)).isEqualTo(2);
    assertThat(Percentile.of(values, weights, 91)).isEqualTo(30);
    assertThat(Percentile.of(values, weights, 100)).isEqualTo(30);
  }

  @Test
  void wholeWeightsAgreeWithAsManyValues() {
    Cases.random(
        1,
        1000,
        random -> {
          double[] values = random.doubles(random.nextInt(1, 20)).sorted().toArray();
          double[] weights = new double[values.length];
          Arrays.setAll(weights, i -> random.nextInt(1, 30));
          double[] repeated =
              IntStream.range(0, values.length)
                  .boxed()
                  .flatMapToDouble(
                      i -> DoubleStream.generate(() -> values[i]).limit((long) weights[i]))
                  .toArray();
          double percentile = percentile(random);
          assertThat(Percentile.of(values, weights, percentile))
              .isEqualTo(Percentile.of(repeated, percentile));
        });
  }

  @Test
  void equalWeightsOfAnySizeAgreeWithTheRank() {
    Cases.random(
        2,
        1000,
        random -> {
          double[] values = random.doubles(random.nextInt(1, 2000)).sorted().toArray();
          double[] weights = new double[values.length];
          Arrays.fill(weights, Math.exp(random.nextDouble(-50, 50)));
          double percentile = percentile(random);
          assertThat(Percentile.of(values, weights, percentile))
              .isEqualTo(Percentile.of(values, percentile));
        });
  }

  /** Whole ones are where rounding could go wrong. */
  private static double percentile(RandomGenerator random) {
    return random.nextBoolean() ? random.nextInt(0, 101) : random.nextDouble(0, 100);
  }

  @Test
  void theWeightToReachIsTheShareLessASlackForRounding() {
    assertThat(Percentile.weightToReach(0, 7)).isZero();
    assertThat(Percentile.weightToReach(99, 200)).isLessThan(198).isCloseTo(198, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aTotalWeightThatIsNoneIsRejectedWithItsValue(double totalWeight) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Percentile.weightToReach(99, totalWeight))
        .withMessageContaining("" + totalWeight);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 100.1, Double.NaN, Double.POSITIVE_INFINITY})
  void anImpossiblePercentileIsRejectedWithItsValue(double percentile) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Percentile.check(percentile))
        .withMessageContaining("" + percentile);
  }

  @Test
  void noValuesHaveNoPercentile() {
    assertThatIllegalArgumentException().isThrownBy(() -> Percentile.rank(99, 0));
  }
}
