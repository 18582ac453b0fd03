package org.curtail.traces.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Test for a shift of times in the second window: the rank-sum test of Wilcoxon, Mann and Whitney
 * within each step, summed with van Elteren's weights (On the combination of independent two sample
 * tests of Wilcoxon, Bulletin of the ISI 37, 1960), which best find a shift common to all steps.
 * The variance is exact, with ties; the sum is approximated as normal.
 */
final class RankSum {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private RankSum() {}

  /** Two-sided p-value: probability of ranks at least as extreme without a change. */
  static double p(List<PooledTimes> steps) {
    double deviation = 0;
    double variance = 0;
    for (PooledTimes step : steps) {
      double size = step.size();
      double weight = 1 / (size + 1);
      deviation += weight * (step.rankSum() - step.after() * (size + 1) / 2);
      variance +=
          weight
              * weight
              * step.before()
              * step.after()
              / 12
              * (size + 1 - step.ties() / (size * (size - 1)));
    }
    // Only equal times: no information.
    return variance < 1e-12
        ? 1
        : 2 * NORMAL.survivalProbability(Math.abs(deviation) / Math.sqrt(variance));
  }
}
