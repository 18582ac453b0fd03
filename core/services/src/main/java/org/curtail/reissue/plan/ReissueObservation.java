package org.curtail.reissue.plan;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.live.AttemptObservations;

/**
 * The observation of a policy under load, simulated or live.
 *
 * @param tailMillis latency of all requests at the percentile of the goal: at least 0; infinite if
 *     queues grew without end
 * @param reissueFraction number of copies per request: at least 0
 * @param times times of originals and copies under the load of the copies; must include cancelled
 *     attempts, see {@link AttemptObservations}
 */
public record ReissueObservation(double tailMillis, double reissueFraction, AttemptTimes times) {
  public ReissueObservation {
    if (!(tailMillis >= 0)) {
      throw new IllegalArgumentException("tailMillis must be at least 0: " + tailMillis);
    }
    if (!(reissueFraction >= 0) || reissueFraction == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "reissueFraction must be finite and at least 0: " + reissueFraction);
    }
  }
}
