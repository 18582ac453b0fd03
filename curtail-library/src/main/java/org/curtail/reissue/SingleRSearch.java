package org.curtail.reissue;

import java.util.function.DoublePredicate;

/**
 * Finds the delay and probability of the one copy that give the least tail. Not thread-safe.
 *
 * <p>For a tail t, the request with delay d ends in time with probability P(X &lt;= t) + q P(X &gt;
 * t, d + Y &lt;= t), where q = min(1, B / P(X &gt; d)) spends the budget. This rises with t,
 * whatever d is. So whether any delay reaches the percentile within t can be answered for all
 * delays in one pass, and the least such t is found by bisection: O(n log n) to sort and 63 passes
 * at most.
 */
final class SingleRSearch {
  private final AttemptTimes times;
  private final double needed;
  private final double[] delaysMillis;
  private final double[] probabilities;

  SingleRSearch(AttemptTimes times, ReissueGoal goal) {
    this.times = times;
    needed = times.weightToReach(goal.percentile());
    delaysMillis = delays(times.first());
    probabilities = new double[delaysMillis.length];
    double affordable = goal.budget() * times.first().totalWeight();
    for (int i = 0; i < delaysMillis.length; i++) {
      // Behind the last first attempt nobody is left: that costs nothing, and the quotient is
      // infinite.
      probabilities[i] = Math.min(1, affordable / times.weightAfter(delaysMillis[i]));
    }
  }

  /** 0 and the first times, ascending. */
  private static double[] delays(Sample first) {
    int added = first.leastMillis() > 0 ? 1 : 0;
    double[] delays = new double[first.size() + added];
    for (int i = 0; i < first.size(); i++) {
      delays[i + added] = first.millis(i);
    }
    return delays;
  }

  /** The best copy: of several with the same tail the one with the least delay. */
  Reissue best() {
    double withoutMillis = times.first().leastReaching(needed);
    double lowMillis = Math.min(times.first().leastMillis(), times.second().leastMillis());
    DoublePredicate reached = this::anyReaches;
    double tailMillis =
        LeastTime.between(Math.min(lowMillis, withoutMillis), withoutMillis, reached);
    int best = earliestReaching(tailMillis);
    return new Reissue(delaysMillis[best], probabilities[best]);
  }

  private boolean anyReaches(double limitMillis) {
    double inTime = times.first().weightWithin(limitMillis);
    if (inTime >= needed) {
      return true;
    }
    Rescues rescues = times.rescues(limitMillis);
    for (int i = lastUpTo(limitMillis); i >= 0; i--) {
      if (inTime + probabilities[i] * rescues.after(delaysMillis[i]) >= needed) {
        return true;
      }
    }
    return false;
  }

  /** The index of the least delay with which the percentile is reached within a limit. */
  private int earliestReaching(double limitMillis) {
    double inTime = times.first().weightWithin(limitMillis);
    if (inTime >= needed) {
      return 0;
    }
    Rescues rescues = times.rescues(limitMillis);
    int earliest = 0;
    for (int i = lastUpTo(limitMillis); i >= 0; i--) {
      if (inTime + probabilities[i] * rescues.after(delaysMillis[i]) >= needed) {
        earliest = i;
      }
    }
    return earliest;
  }

  /** A copy sent later than this rescues nobody. -1 if there is no delay that short. */
  private int lastUpTo(double limitMillis) {
    return times.first().countWithin(0, limitMillis)
        + (delaysMillis.length - times.first().size())
        - 1;
  }
}
