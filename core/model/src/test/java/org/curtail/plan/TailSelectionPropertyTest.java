package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class TailSelectionPropertyTest {
  /** Returns the tail by sorting: the least time such that longer ones stay within the weight. */
  private static double expected(double[] times, double[] weights, double weightAbove) {
    return Arrays.stream(times)
        .sorted()
        .filter(time -> {
          double above = 0;
          for (int i = 0; i < times.length; i++) {
            above += times[i] > time ? weights[i] : 0;
          }
          return above <= weightAbove;
        })
        .findFirst()
        .orElseThrow();
  }

  @Test
  void selectsTheTimeThatSortingWouldFind() {
    var selection = new TailSelection();
    Cases.random(
        1,
        4_000,
        random -> {
          // Few distinct values make many equal ones. Whole weights make sums exact.
          int distinct = random.nextInt(1, 30);
          double[] times =
              random.ints(random.nextInt(1, 40), 0, distinct).asDoubleStream().toArray();
          double[] weights =
              random.ints(times.length, 1, random.nextInt(2, 6)).asDoubleStream().toArray();
          double weightAbove =
              random.nextInt((int) Arrays.stream(weights).sum() + 1) + random.nextInt(2) * 0.5;
          assertThat(selection.select(times, weights, times.length, weightAbove))
              .isEqualTo(expected(times, weights, weightAbove));
        });
  }
}
