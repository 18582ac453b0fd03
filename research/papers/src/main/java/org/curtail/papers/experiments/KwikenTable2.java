package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The part of the Kwiken paper's Table 2 that needs no traces: the gain of waiting for a share of
 * many independent responders instead of all. The k-th of n times is, as a share of responders,
 * Beta(k, n - k + 1), so this is exact.
 *
 * @param distribution distribution of the responders, in words
 * @param responders number of responders
 * @param loss share of responders that the visit does not wait for
 * @param percentile percentile of the visit's latency
 * @param paperPercent its fall in percent in the paper
 * @param percent its exact fall in percent
 */
record KwikenTable2(
    String distribution,
    int responders,
    double loss,
    double percentile,
    double paperPercent,
    double percent) {

  /** The paper's values for one distribution: p95 and p99 of both losses. */
  private record Published(
      String distribution, DoubleUnaryOperator quantile, int responders, List<Double> percents) {}

  private static final List<Double> LOSSES = List.of(0.001, 0.01);
  private static final List<Double> OF_VISITS = List.of(95.0, 99.0);

  private static final List<Published> PUBLISHED =
      List.of(
          new Published(
              "normal, mean 1 and sd 10",
              NormalDistribution.of(1, 10)::inverseCumulativeProbability,
              10_000,
              List.of(25.33, 29.22, 44.29, 47.67)),
          new Published(
              "log-normal, mu 1 and sigma 2",
              LogNormalDistribution.of(1, 2)::inverseCumulativeProbability,
              10_000,
              List.of(90.34, 93.83, 98.22, 98.96)),
          new Published(
              "log-normal, mu 1 and sigma 2",
              LogNormalDistribution.of(1, 2)::inverseCumulativeProbability,
              1_000,
              List.of(59.93, 64.71, 93.30, 96.12)));

  /** All rows, in the order of the paper. */
  static List<KwikenTable2> rows() {
    var rows = new ArrayList<KwikenTable2>();
    for (Published published : PUBLISHED) {
      int i = 0;
      for (double loss : LOSSES) {
        for (double percentile : OF_VISITS) {
          rows.add(
              new KwikenTable2(
                  published.distribution(),
                  published.responders(),
                  loss,
                  percentile,
                  published.percents().get(i++),
                  percent(published, loss, percentile / 100)));
        }
      }
    }
    return rows;
  }

  private static double percent(Published published, double loss, double share) {
    int all = published.responders();
    // 0.001 * 10000 is not 10 in binary.
    int waitedFor = (int) Math.ceil(all * (1 - loss) - 1e-9);
    return 100 * (1 - quantile(published, waitedFor, share) / quantile(published, all, share));
  }

  /**
   * Returns the time that the k-th responder to answer does not exceed in a share of the visits.
   */
  private static double quantile(Published published, int kth, double share) {
    double responders =
        BetaDistribution.of(kth, published.responders() - kth + 1)
            .inverseCumulativeProbability(share);
    return published.quantile().applyAsDouble(responders);
  }
}
