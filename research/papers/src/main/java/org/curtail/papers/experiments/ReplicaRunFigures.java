package org.curtail.papers.experiments;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.replicas.ReplicaResult;

/**
 * One run of a policy, without its first requests.
 *
 * @param reissueFraction copies per request
 * @param utilisation share of computing slots
 * @param wastedShare share of computing for losing copies
 * @param keptUp true if no queue grew without end
 */
record ReplicaRunFigures(
    double meanMillis,
    double p50Millis,
    double p99Millis,
    double p999Millis,
    double reissueFraction,
    double utilisation,
    double wastedShare,
    boolean keptUp) {
  /**
   * Divisor of the requests: this share at the beginning does not count, since servers are empty.
   */
  private static final int WARM_UP = 10;

  static ReplicaRunFigures of(ReplicaResult whole) {
    ReplicaResult result = whole.afterWarmUp(whole.requests() / WARM_UP);
    double[] ascending = result.latenciesMillis();
    Arrays.sort(ascending);
    return new ReplicaRunFigures(
        result.meanMillis(),
        Percentile.of(ascending, 50),
        Percentile.of(ascending, 99),
        Percentile.of(ascending, 99.9),
        result.reissueFraction(),
        whole.utilisation(),
        whole.wastedShare(),
        whole.keptUp());
  }
}
