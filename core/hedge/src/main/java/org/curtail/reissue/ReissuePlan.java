package org.curtail.reissue;

/**
 * A policy with its predicted effect. Immutable.
 *
 * @param goal goal of the plan
 * @param policy policy that sends copies
 * @param reissueFraction expected number of copies per request, from 0 to the number of reissues
 * @param predictedMillis latency at the goal's percentile with this policy
 * @param withoutMillis latency at the goal's percentile without copies
 * @param boundMillis lower bound of the latency at the goal's percentile for all policies with this
 *     budget, even if they know the late requests
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
