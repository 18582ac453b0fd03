package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.benchkit.results.GridStatistic;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private static Served drawn(int requests, SplittableRandom random) {
    double[] ms = new double[requests];
    Arrays.setAll(ms, i -> 1 + 100 * random.nextDouble());
    return new Served(ms);
  }

  @Test
  void figuresAreThoseOfAllRequestsOfTheWindowsAsBruteForceHasThem() {
    for (long seed = 1; seed <= 20; seed++) {
      var random = new SplittableRandom(seed);
      int requests = 50 + random.nextInt(200);
      var windows = new Windows(requests, 1 + random.nextInt(12));
      List<Served> runs = List.of(drawn(requests, random), drawn(requests, random));
      int from = random.nextInt(windows.count());
      int to = from + 1 + random.nextInt(windows.count() - from);
      var all = new ArrayList<Double>();
      for (Served run : runs) {
        for (int i = 0; i < requests; i++) {
          // The window of request i is the last that begins at or before it.
          int window = windows.count() - 1;
          while (window * (long) requests / windows.count() > i) {
            window--;
          }
          if (window >= from && window < to) {
            all.add(run.between(i, i + 1)[0]);
          }
        }
      }
      all.sort(null);
      double sum = 0;
      for (double ms : all) {
        sum += ms;
      }
      int rank = (int) Math.ceil(0.95 * all.size()) - 1;
      assertThat(windows.ms(GridStatistic.MEAN, runs, from, to))
          .as("seed %d", seed)
          .isCloseTo(sum / all.size(), within(1e-9));
      assertThat(windows.ms(GridStatistic.P95, runs, from, to))
          .as("seed %d", seed)
          .isEqualTo(all.get(rank));
    }
  }

  @Test
  void windowsAreNearTheEndFromTheFirstSpanOnWhoseRatioIsWithinFivePercentOfIt() {
    // Ten windows of ten requests: 4, 3, 2, then 1.04 and 1 times the other, which takes 10 ms.
    double[] ratios = {4, 3, 2, 1.04, 1, 1, 1, 1, 1, 1};
    double[] ms = new double[100];
    double[] other = new double[100];
    Arrays.setAll(ms, i -> 10 * ratios[i / 10]);
    Arrays.fill(other, 10);
    var windows = new Windows(100, 10);
    List<Served> runs = List.of(new Served(ms));
    List<Served> others = List.of(new Served(other));

    assertThat(windows.near(GridStatistic.MEAN, runs, others, 0, 5, 1, 1.05)).isEqualTo(3);
    assertThat(windows.near(GridStatistic.MEAN, runs, others, 0, 5, 1, 1.03)).isEqualTo(4);
    // Two windows together: the mean of 2 and 1.04 is 1.52.
    assertThat(windows.near(GridStatistic.MEAN, runs, others, 0, 5, 2, 1.6)).isEqualTo(2);
    assertThat(windows.near(GridStatistic.MEAN, others, others, 0, 5, 1, 1.05)).isZero();
    assertThat(windows.near(GridStatistic.MEAN, runs, others, 0, 2, 1, 1.05)).isEqualTo(2);
  }

  @Test
  void moreWindowsThanRequestsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Windows(3, 4));
  }
}
