package org.curtail.reissue;

import org.curtail.reissue.times.LeastTime;

/**
 * Lower bound of the tail for every policy with a budget, also used to test the planner. The bound
 * is the tail of an imaginary policy that knows late requests beforehand. The imaginary policy
 * sends copies of late requests at once, until the budget is used up.
 *
 * <p>For independent times and at most c copies per request, P(late) is at least P(X &gt; t) -
 * min(B P(Y &lt;= t), P(X &gt; t) (1 - P(Y &gt; t)^c)). Each copy ends in time with probability P(Y
 * &lt;= t). With c = 1 the bound is P(X &gt; t) - min(B, P(X &gt; t)) P(Y &lt;= t). For pairs it is
 * P(X &gt; t) - min(B, P(X &gt; t, Y &lt;= t)), as the policy also knows the fast copies.
 */
final class ReissueBound {
  private ReissueBound() {}

  /** Returns the bound for one copy, in milliseconds. */
  static double millis(AttemptTimes times, ReissueGoal goal) {
    return millis(times, goal, 1);
  }

  /**
   * Returns the bound for several copies.
   *
   * @param copies greatest number of copies per request, at least 1; with pairs, exactly 1
   * @return milliseconds, at least 0
   * @throws IllegalArgumentException if the number of copies is out of range
   */
  static double millis(AttemptTimes times, ReissueGoal goal, int copies) {
    requireKnown(times, copies);
    double needed = times.weightToReach(goal.percentile());
    double affordable = goal.budget() * times.first().totalWeight();
    double leastMillis = times.leastPossibleMillis(needed, affordable);
    AttemptTimes later = times.fromLimit(leastMillis);
    return LeastTime.between(
        leastMillis,
        times.withoutMillis(needed),
        limitMillis ->
            times.first().weightWithin(limitMillis)
                    + mostRescued(later, affordable, copies, limitMillis)
                >= needed);
  }

  private static double mostRescued(
      AttemptTimes times, double affordable, int copies, double limitMillis) {
    if (times.isPaired()) {
      return Math.min(affordable, times.weightRescued(0, limitMillis));
    }
    double fast = times.second().weightWithin(limitMillis) / times.second().totalWeight();
    double late = times.weightAfter(limitMillis);
    return Math.min(affordable * fast, late * (1 - Math.pow(1 - fast, copies)));
  }

  /** Rejects a number of copies that the times cannot forecast. Pairs show one copy only. */
  static void requireKnown(AttemptTimes times, int copies) {
    if (copies < 1) {
      throw new IllegalArgumentException("copies must be at least 1: " + copies);
    }
    if (copies > 1 && times.isPaired()) {
      throw new IllegalArgumentException(
          "pairs show one copy only, so copies must be 1: " + copies);
    }
  }
}
