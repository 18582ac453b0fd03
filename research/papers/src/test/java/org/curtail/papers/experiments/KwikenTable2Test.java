package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.junit.jupiter.api.Test;

class KwikenTable2Test {
  /**
   * Simulated order statistics of other programs, as they were noted before this one was written.
   */
  private static final List<Double> NOTED =
      List.of(26.1, 29.9, 44.9, 48.3, 90.5, 94.6, 98.3, 99.1, 63.0, 72.5, 93.7, 96.6);

  @Test
  void everyRowIsAsNoted() {
    List<KwikenTable2> rows = KwikenTable2.rows();
    assertThat(rows).hasSize(NOTED.size());
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i).percent())
          .as(rows.get(i).toString())
          .isCloseTo(NOTED.get(i), within(0.3));
    }
  }

  @Test
  void theExactRowIsThatOfASimulation() {
    // The greatest of n uniform numbers and the one below it: both from two exponentials.
    KwikenTable2 row =
        KwikenTable2.rows().stream()
            .filter(it -> it.responders() == 1_000 && it.loss() == 0.001 && it.percentile() == 95)
            .findFirst()
            .orElseThrow();
    var random = new SplittableRandom(1);
    int visits = 400_000;
    double[] all = new double[visits];
    double[] allButOne = new double[visits];
    for (int i = 0; i < visits; i++) {
      double greatest = Math.pow(1 - random.nextDouble(), 1.0 / 1_000);
      double second = greatest * Math.pow(1 - random.nextDouble(), 1.0 / 999);
      all[i] = greatest;
      allButOne[i] = second;
    }
    Arrays.sort(all);
    Arrays.sort(allButOne);
    var logNormal = LogNormalDistribution.of(1, 2);
    int rank = (int) (0.95 * visits);
    double percent =
        100
            * (1
                - logNormal.inverseCumulativeProbability(allButOne[rank])
                    / logNormal.inverseCumulativeProbability(all[rank]));
    assertThat(row.percent()).isCloseTo(percent, within(1.0));
  }
}
