package org.curtail.traces.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Test for a shift of times in the second window. Each step has the rank-sum test of Wilcoxon, Mann
 * and Whitney. The sum over all steps has van Elteren's weights, which find a common shift best (On
 * the combination of independent two sample tests of Wilcoxon, Bulletin of the ISI 37, 1960). The
 * variance is exact, also with ties. The sum is approximated as normal.
 */
final class RankSum {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private RankSum() {}

  /** Returns the two-sided p-value. */
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
    // All times are equal and show nothing.
    return variance < 1e-12
        ? 1
        : 2 * NORMAL.survivalProbability(Math.abs(deviation) / Math.sqrt(variance));
  }
}
