package org.curtail.reissue;

/**
 * A policy with its predicted effect. Immutable.
 *
 * @param goal goal of the plan
 * @param policy policy that sends copies
 * @param reissueFraction expected copies per request: 0 to 1 with one copy
 * @param predictedMillis latency at the goal's percentile with this policy
 * @param withoutMillis latency at that percentile without reissue
 * @param boundMillis lower bound of that latency for all policies with one copy and this budget,
 *     even with knowledge of the late requests
 */
public record ReissuePlan(
    ReissueGoal goal,
    ReissuePolicy policy,
    double reissueFraction,
    double predictedMillis,
    double withoutMillis,
    double boundMillis) {
  public ReissuePlan {
    requireTime("predictedMillis", predictedMillis);
    requireTime("withoutMillis", withoutMillis);
    requireTime("boundMillis", boundMillis);
    if (!(reissueFraction >= 0 && reissueFraction <= policy.reissues().size())) {
      throw new IllegalArgumentException(
          "reissueFraction must be from 0 to the number of reissues: " + reissueFraction);
    }
  }

  private static void requireTime(String name, double millis) {
    if (!(millis >= 0) || millis == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(name + " must be finite and at least 0: " + millis);
    }
  }
}
