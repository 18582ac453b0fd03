package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowestShareTest {
  /** Times 1 to {@code size}; the named ones are in the second window. */
  private static PooledTimes step(int size, int... after) {
    return PooledTimes.of(
        IntStream.rangeClosed(1, size)
            .filter(time -> IntStream.of(after).noneMatch(other -> other == time))
            .asDoubleStream()
            .toArray(),
        Arrays.stream(after).asDoubleStream().toArray());
  }

  /** The number of second windows with a given number of the slowest times, over all choices. */
  private static long[] counts(int size, int slowest, int after) {
    long[] counts = new long[slowest + 1];
    for (long chosen = 0; chosen < 1L << size; chosen++) {
      if (Long.bitCount(chosen) == after) {
        counts[Long.bitCount(chosen >> (size - slowest))]++;
      }
    }
    return counts;
  }

  @Test
  void pValueEqualsAnEnumeration() {
    // Of 20, 12 and 20 times the slowest 5 % are one; of 22 and more they are two.
    PooledTimes first = step(20, 20, 3, 4);
    PooledTimes second = step(12, 12, 1, 2, 3, 4);
    PooledTimes third = step(16, 5, 6);
    assertThat(List.of(first.slowest(), second.slowest(), third.slowest())).containsOnly(1);
    long[] a = counts(20, 1, 3);
    long[] b = counts(12, 1, 5);
    long[] c = counts(16, 1, 2);
    double all = 0;
    double atLeast = 0;
    double atMost = 0;
    for (int i = 0; i <= 1; i++) {
      for (int j = 0; j <= 1; j++) {
        for (int k = 0; k <= 1; k++) {
          double ways = (double) a[i] * b[j] * c[k];
          all += ways;
          atLeast += i + j + k >= 2 ? ways : 0;
          atMost += i + j + k <= 2 ? ways : 0;
        }
      }
    }
    double expected = Math.min(1, 2 * Math.min(atLeast, atMost) / all);
    assertThat(SlowestShare.p(List.of(first, second, third))).isEqualTo(expected, within(1e-12));
  }

  @Test
  void oneStepEqualsFishersExactTest() {
    // Of 100 times, 5 are slowest and 10 after; all 5 are after with C(95, 5) / C(100, 10).
    double chance = 1;
    for (int i = 0; i < 5; i++) {
      chance *= (10.0 - i) / (100 - i);
    }
    assertThat(SlowestShare.p(List.of(step(100, 100, 99, 98, 97, 96, 1, 2, 3, 4, 5))))
        .isEqualTo(2 * chance, within(1e-15));
  }

  @Test
  void manyTimesAreFastAndExact() {
    int size = 200_000;
    int[] after = IntStream.rangeClosed(1, size).filter(time -> time % 2 == 0).toArray();
    double[] before =
        IntStream.rangeClosed(1, size).filter(time -> time % 2 == 1).asDoubleStream().toArray();
    double[] second = Arrays.stream(after).asDoubleStream().toArray();
    PooledTimes alike = PooledTimes.of(before, second);
    assertThat(alike.slowest()).isEqualTo(size / 20);
    assertThat(SlowestShare.p(List.of(alike, alike, alike))).isEqualTo(1, within(1e-9));
  }
}
