package org.curtail.cli.reissue;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.ServiceTimes;

/** Equally likely times in place of weighted ones: the percentiles at equal distances. */
final class DrawnTimes {
  private static final int COUNT = 20_000;

  private DrawnTimes() {}

  static ServiceTimes of(AttemptTimes times) {
    ReissueForecast without = ReissueForecast.of(times, ReissuePolicy.NONE);
    double[] millis = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      millis[i] = without.percentileMillis(100 * (i + 0.5) / COUNT);
    }
    return ServiceTimes.independent(millis);
  }
}
