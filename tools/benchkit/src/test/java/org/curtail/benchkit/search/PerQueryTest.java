package org.curtail.benchkit.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PerQueryTest {
  @Test
  void aQueryCountsWithTheMedianOrTheMeanOfItsRuns() {
    double[][] runs = {{9, 1, 2}, {4, 8, 0}};
    PerQuery medians = PerQuery.medians(runs);
    assertThat(medians.get(0)).isEqualTo(2);
    assertThat(medians.get(1)).isEqualTo(4);
    assertThat(PerQuery.medians(new double[][] {{1, 4}}).get(0)).isEqualTo(2.5);
    assertThat(PerQuery.means(runs).get(1)).isEqualTo(4);
    assertThat(runs[0]).containsExactly(9, 1, 2);
  }

  @Test
  void sharesIncludeTheirLimit() {
    PerQuery values = PerQuery.of(1, 2, 2, 3);
    assertThat(values.shareUpTo(0.9)).isZero();
    assertThat(values.shareUpTo(2)).isEqualTo(0.75);
    assertThat(values.percentUpTo(2).mean()).isEqualTo(75);
  }

  @Test
  void theLongestAreOneInTwentyAndAtLeastOne() {
    PerQuery ascending = PerQuery.of(IntStream.range(0, 100).asDoubleStream().toArray());
    assertThat(ascending.longest()).startsWith(94).endsWith(99).hasSize(6);
    assertThat(ascending.of(ascending.longest()).mean()).isEqualTo(96.5);
    assertThat(PerQuery.of(7, 3).longest()).containsExactly(0);
  }

  @Test
  void thereIsAQuery() {
    assertThatIllegalArgumentException().isThrownBy(PerQuery::of);
  }
}
