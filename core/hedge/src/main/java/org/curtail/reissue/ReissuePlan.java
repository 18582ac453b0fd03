package org.curtail.reissue;

/**
 * When to send which requests again, and what that is expected to bring. Immutable.
 *
 * @param goal what it was planned for
 * @param policy when copies are sent
 * @param reissueFraction expected copies beside the first ones, per request: 0 to 1 with one copy
 * @param predictedMillis latency at the goal's percentile with this policy
 * @param withoutMillis the same without reissue
 * @param boundMillis the same below which no policy with one copy and this budget can come, not
 *     even one that knows beforehand who will be late
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
