package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.automatic.detect.RankedBatches.Statistic;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class RankedBatchesTest {
  private static final int LENGTH = 4;

  /**
   * By counting: the share lies between those of the greater values and of the greater or equal
   * ones.
   */
  @Test
  void ranksEachBatchAmongAllByMeanGreatestAndSpread() {
    Cases.random(
        3,
        20,
        random -> {
          var batches = new RankedBatches(LENGTH);
          var ties = new SplittableRandom(random.nextLong());
          var seen = new ArrayList<int[]>();
          for (int b = 0; b < 60; b++) {
            int[] batch = random.ints(LENGTH, 900, 1_000).toArray();
            seen.add(batch);
            for (int i = 0; i < LENGTH; i++) {
              assertThat(batches.add(batch[i])).isEqualTo(i == LENGTH - 1);
            }
            for (Statistic statistic : Statistic.values()) {
              double share = batches.share(statistic, ties);
              double own = of(statistic, batch);
              // Rounded values may be equal while the exact ones differ a little.
              double blur = statistic == Statistic.GREATEST ? 0 : 0.26;
              assertThat(share)
                  .isGreaterThanOrEqualTo(shareAbove(seen, statistic, own + blur, false))
                  .isLessThanOrEqualTo(shareAbove(seen, statistic, own - blur, true));
            }
          }
        });
  }

  private static double of(Statistic statistic, int[] batch) {
    double mean = Arrays.stream(batch).average().orElseThrow();
    return switch (statistic) {
      case MEAN -> mean;
      case GREATEST -> Arrays.stream(batch).max().orElseThrow();
      case SPREAD ->
          Math.sqrt(
              Arrays.stream(batch)
                  .mapToDouble(x -> (x - mean) * (x - mean))
                  .average()
                  .orElseThrow());
    };
  }

  private static double shareAbove(
      List<int[]> seen, Statistic statistic, double limit, boolean orEqual) {
    return seen.stream()
            .mapToDouble(batch -> of(statistic, batch))
            .filter(value -> value > limit || (orEqual && value == limit))
            .count()
        / (double) seen.size();
  }

  /** For any dependence within a batch. */
  @Test
  void theRanksOfExchangeableBatchesAreEven() {
    var random = new SplittableRandom(5);
    double sum = 0;
    double squares = 0;
    int batches = 4_000;
    var ranked = new RankedBatches(LENGTH);
    for (int b = 0; b < batches; b++) {
      int value = random.nextInt(800, 1_200);
      for (int i = 0; i < LENGTH; i++) {
        ranked.add(value + i % 2);
      }
      double share = ranked.share(Statistic.MEAN, random);
      sum += share;
      squares += share * share;
    }
    // Mean and second moment of uniform numbers, within four standard errors.
    assertThat(sum / batches).isCloseTo(0.5, within(4 * Math.sqrt(1 / 12.0 / batches)));
    assertThat(squares / batches).isCloseTo(1 / 3.0, within(4 * Math.sqrt(4 / 45.0 / batches)));
  }
}
