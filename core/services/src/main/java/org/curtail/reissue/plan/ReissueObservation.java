package org.curtail.reissue.plan;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.live.AttemptObservations;

/**
 * What was seen when a policy ran under load, simulated or live.
 *
 * @param tailMillis latency of requests, hedged ones included, at the percentile of the goal: at
 *     least 0; infinite if the load was too much, so that queues grew without end
 * @param reissueFraction copies that were sent beside the first ones, per request: at least 0
 * @param times how long first and second attempts took, with the load that the copies made. An
 *     attempt that was cancelled must not be left out, see {@link AttemptObservations}
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
