package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Compares with an enumeration of all divisions of the times between the windows. */
class RankSumTest {
  /** The times of a step; a number of them, from the first, are in the first window. */
  private static final class Step {
    private final double[] times;
    private final int before;

    Step(double[] times, int before) {
      this.times = times;
      this.before = before;
    }

    PooledTimes pooled() {
      return PooledTimes.of(
          Arrays.copyOf(times, before), Arrays.copyOfRange(times, before, times.length));
    }

    int after() {
      return times.length - before;
    }

    /** The number of longer pairs minus shorter ones if the second window has these times. */
    double pairs(int places) {
      double sum = 0;
      for (int i = 0; i < times.length; i++) {
        for (int j = 0; j < times.length; j++) {
          if ((places >> i & 1) == 1 && (places >> j & 1) == 0) {
            sum += Math.signum(times[i] - times[j]);
          }
        }
      }
      return sum;
    }

    /** The mean square over all choices of the second window; the mean is 0. */
    double variance() {
      double sum = 0;
      int choices = 0;
      for (int places = 0; places < 1 << times.length; places++) {
        if (Integer.bitCount(places) == after()) {
          double pairs = pairs(places);
          sum += pairs * pairs;
          choices++;
        }
      }
      return sum / choices;
    }
  }

  @Test
  void statisticAndVarianceEqualAnEnumeration() {
    for (long seed = 0; seed < 30; seed++) {
      var random = new SplittableRandom(seed);
      List<Step> steps = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        double[] times = new double[3 + random.nextInt(6)];
        // Few distinct values, so that many are equal.
        Arrays.setAll(times, at -> random.nextInt(5));
        steps.add(new Step(times, 1 + random.nextInt(times.length - 1)));
      }
      double sum = 0;
      double variance = 0;
      for (Step step : steps) {
        int all = (1 << step.times.length) - 1;
        double weight = 1.0 / (step.times.length + 1);
        sum += weight * step.pairs(all - ((1 << step.before) - 1));
        variance += weight * weight * step.variance();
      }
      double expected =
          variance == 0
              ? 1
              : 2
                  * NormalDistribution.of(0, 1)
                      .survivalProbability(Math.abs(sum) / Math.sqrt(variance));
      assertThat(RankSum.p(steps.stream().map(Step::pooled).toList()))
          .as("seed %d", seed)
          .isEqualTo(expected, within(1e-9));
    }
  }

  @Test
  void exampleOfADocumentationIsReproduced() {
    // The ages of men and women in SciPy's documentation of mannwhitneyu: U is 17 of 20 pairs.
    PooledTimes pooled =
        PooledTimes.of(new double[] {20, 11, 17, 12}, new double[] {19, 22, 16, 29, 24});
    assertThat(pooled.longerPairs()).isEqualTo(17);
    assertThat(RankSum.p(List.of(pooled))).isEqualTo(0.0864, within(5e-5));
  }

  @Test
  void equalTimesGiveNoEvidence() {
    PooledTimes pooled = PooledTimes.of(new double[] {3, 3}, new double[] {3, 3, 3});
    assertThat(RankSum.p(List.of(pooled))).isEqualTo(1);
  }
}
