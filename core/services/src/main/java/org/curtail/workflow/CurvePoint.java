package org.curtail.workflow;

import org.curtail.reissue.ReissuePolicy;

/**
 * What a policy makes of the latency, and what it costs.
 *
 * @param policy with one copy at most
 * @param reissueFraction share of requests that are sent again: 0 to 1
 * @param meanMillis of the latency
 * @param varianceMillisSquared of the latency
 */
public record CurvePoint(
    ReissuePolicy policy, double reissueFraction, double meanMillis, double varianceMillisSquared) {
  /** The standard deviation of the latency. */
  public double deviationMillis() {
    return Math.sqrt(varianceMillisSquared);
  }
}
