package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 100.1, Double.NaN, Double.POSITIVE_INFINITY})
  void whatIsNoPercentileIsRejectedWithItsValue(double percentile) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Percentile.check(percentile))
        .withMessageContaining("" + percentile);
  }

  @Test
  void noValuesHaveNoPercentile() {
    assertThatIllegalArgumentException().isThrownBy(() -> Percentile.rank(99, 0));
  }
}
