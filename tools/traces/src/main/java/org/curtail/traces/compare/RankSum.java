package org.curtail.traces.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether times of the second window tend to be longer or shorter: the rank-sum test of Wilcoxon,
 * Mann and Whitney within each step, summed up by van Elteren's weights (On the combination of
 * independent two sample tests of Wilcoxon, Bulletin of the ISI 37, 1960), which find a shift that
 * all steps have in common best. The variance is exact, with ties; the sum is taken to be normal.
 */
final class RankSum {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private RankSum() {}

  /** The chance of ranks at least as unlike, both ways, if nothing changed. */
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
    // Nothing but equal times: they say nothing.
    return variance < 1e-12
        ? 1
        : 2 * NORMAL.survivalProbability(Math.abs(deviation) / Math.sqrt(variance));
  }
}
