package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.curtail.Cases;
import org.junit.jupiter.api.Test;

class OrderStatisticPropertyTest {
  @Test
  void selectsWhatSortingWouldPutThere() {
    Cases.random(
        1,
        2_000,
        random -> {
          // Few distinct values, so that many are equal.
          int distinct = random.nextInt(1, 30);
          double[] values =
              random.ints(random.nextInt(1, 40), 0, distinct).asDoubleStream().toArray();
          double[] sorted = values.clone();
          Arrays.sort(sorted);
          int index = random.nextInt(values.length);
          assertThat(OrderStatistic.select(values, index)).isEqualTo(sorted[index]);
        });
  }
}
