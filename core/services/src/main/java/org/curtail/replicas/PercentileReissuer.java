package org.curtail.replicas;

import java.util.Arrays;
import org.curtail.Percentile;

/** Sends a copy after a percentile of the last latencies. */
final class PercentileReissuer extends Reissuer {
  private final double percentile;
  private final double[] lastMillis;

  /** A tenth of the window. */
  private final int step;

  private long seen;
  private double delayMillis = Double.POSITIVE_INFINITY;

  PercentileReissuer(Reissuing.AfterPercentile reissue, ReplicaRun run) {
    super(run);
    percentile = reissue.percentile();
    lastMillis = new double[reissue.window()];
    step = reissue.window() / 10;
  }

  @Override
  void arrived(Call call, double nowMillis) {
    run.sendFirst(call, nowMillis);
    if (delayMillis < Double.POSITIVE_INFINITY) {
      run.remind(call, 0, nowMillis + delayMillis);
    }
  }

  @Override
  void due(Call call, int number, double nowMillis) {
    run.sendCopy(call, nowMillis);
  }

  @Override
  void answered(Call call, double nowMillis) {
    lastMillis[(int) (seen++ % lastMillis.length)] =
        Copy.elapsedMillis(call.arrivalMillis, nowMillis);
    if (seen >= lastMillis.length && seen % step == 0) {
      double[] ascending = lastMillis.clone();
      Arrays.sort(ascending);
      delayMillis = Percentile.of(ascending, percentile);
    }
  }
}
