package org.curtail.papers.experiments;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.replicas.ReplicaResult;

/**
 * One run of a policy, without its first requests.
 *
 * @param reissueFraction copies beside first ones, per request
 * @param utilisation share of the slots that computed
 * @param wastedShare share of the computing for copies that did not answer first
 * @param keptUp true if requests did not pile up
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
  /** One in this many requests meets servers that are still empty. */
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
