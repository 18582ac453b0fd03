package org.curtail.reissue;

import org.curtail.reissue.times.LeastTime;

/**
 * The least possible tail with copies at a budget, even if it were known beforehand which requests
 * will be late: then exactly these have copies, at once, as far as the budget goes. A lower bound
 * for every policy, and for tests of the planner.
 *
 * <p>For independent times, P(late) is at least P(X &gt; t) - min(B P(Y &lt;= t), P(X &gt; t) (1 -
 * P(Y &gt; t)^c)) with c copies at most: each copy ends in time with probability P(Y &lt;= t), and
 * no request has more than c. With c = 1 this is P(X &gt; t) - min(B, P(X &gt; t)) P(Y &lt;= t).
 * For pairs it is P(X &gt; t) - min(B, P(X &gt; t, Y &lt;= t)): there the fast copies are known,
 * too.
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
   * @param copies copies per request, at least 1; 1 with pairs, which show only one
   * @return milliseconds, at least 0
   * @throws IllegalArgumentException if the number of copies is less or does not fit the times
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

  /** Rejects several copies with pairs, which show only one. */
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
