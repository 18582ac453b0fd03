package org.curtail.workflow.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class OrderStatisticTest {
  @Test
  void itIsTheValueAtThatPlaceOfTheSortedOnes() {
    Cases.random(
        1,
        2_000,
        random -> {
          int count = random.nextInt(1, 40);
          double[] values = random.ints(count, 0, random.nextInt(1, 30)).asDoubleStream().toArray();
          if (random.nextInt(4) == 0) {
            Arrays.sort(values);
          }
          double[] ascending = values.clone();
          Arrays.sort(ascending);
          int rank = random.nextInt(count);
          assertThat(OrderStatistic.of(values, rank)).isEqualTo(ascending[rank]);
          Arrays.sort(values);
          assertThat(values).containsExactly(ascending);
        });
  }
}
