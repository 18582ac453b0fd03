package org.curtail.workflow;

import org.curtail.reissue.ReissuePolicy;

/**
 * The latency of a stage under a policy for copies, and the share of copies.
 *
 * @param policy policy with one copy at most
 * @param reissueFraction share of requests with a copy: 0 to 1
 * @param meanMillis mean latency
 * @param varianceMillisSquared variance of the latency
 */
public record CurvePoint(
    ReissuePolicy policy, double reissueFraction, double meanMillis, double varianceMillisSquared) {
  /** Returns the standard deviation of the latency. */
  public double deviationMillis() {
    return Math.sqrt(varianceMillisSquared);
  }
}
