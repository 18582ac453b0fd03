package org.curtail.papers.automatic;

import java.util.List;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;

/**
 * Latencies of one policy divided by those of another on the same requests, with 95 % intervals.
 */
record Against(Ratio mean, Ratio p95, Ratio p99) {
  /**
   * Computes the ratios, and their intervals by resampling pairs of blocks.
   *
   * @param blocks blocks of all runs of one policy
   * @param others blocks of the same requests under the other policy
   */
  static Against of(List<double[]> blocks, List<double[]> others, long seed) {
    var bootstrap = new PairedBootstrap(blocks.size(), seed);
    return new Against(
        bootstrap.ratio(PairedBootstrap.mean(blocks), PairedBootstrap.mean(others)),
        percentile(bootstrap, blocks, others, 95),
        percentile(bootstrap, blocks, others, 99));
  }

  private static Ratio percentile(
      PairedBootstrap bootstrap, List<double[]> blocks, List<double[]> others, double percentile) {
    return bootstrap.ratio(
        PairedBootstrap.percentile(blocks, percentile),
        PairedBootstrap.percentile(others, percentile));
  }

  /** Returns the ratio of one of the three figures. */
  Ratio of(GridStatistic statistic) {
    return switch (statistic) {
      case MEAN -> mean;
      case P95 -> p95;
      case P99 -> p99;
      case P50, P999 -> throw new IllegalArgumentException("no ratio of " + statistic.words());
    };
  }

  /** Returns true if a ratio is at most a bound. */
  Answer atMost(GridStatistic statistic, double bound) {
    Ratio ratio = of(statistic);
    return Answer.atMost(bound, ratio.low(), ratio.high());
  }
}
