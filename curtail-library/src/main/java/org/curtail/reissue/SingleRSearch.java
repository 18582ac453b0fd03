package org.curtail.reissue;

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
  private final double leastMillis;
  private final double withoutMillis;
  private final double[] delaysMillis;
  private final double[] probabilities;

  SingleRSearch(AttemptTimes times, ReissueGoal goal) {
    double affordable = goal.budget() * times.first().totalWeight();
    needed = times.weightToReach(goal.percentile());
    withoutMillis = times.withoutMillis(needed);
    leastMillis = times.leastPossibleMillis(needed, affordable);
    this.times = times.fromLimit(leastMillis);
    delaysMillis = delays(times.first());
    probabilities = new double[delaysMillis.length];
    for (int i = 0; i < delaysMillis.length; i++) {
      // Behind the last first attempt nobody is left, and the quotient is infinite: 1 costs nothing.
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
    double tailMillis =
        LeastTime.between(
            leastMillis, withoutMillis, limitMillis -> reaching(limitMillis, false) >= 0);
    int best = reaching(tailMillis, true);
    return new Reissue(delaysMillis[best], probabilities[best]);
  }

  /**
   * A delay with which the percentile is reached within a limit.
   *
   * @param earliest whether it must be the first of them
   * @return its index, or -1 if there is none
   */
  private int reaching(double limitMillis, boolean earliest) {
    double inTime = times.first().weightWithin(limitMillis);
    if (inTime >= needed) {
      return 0;
    }
    Rescues rescues = times.rescues(limitMillis);
    int reaching = -1;
    for (int i = lastUpTo(limitMillis); i >= 0 && (earliest || reaching < 0); i--) {
      if (inTime + probabilities[i] * rescues.after(delaysMillis[i]) >= needed) {
        reaching = i;
      }
    }
    return reaching;
  }

  /** A copy sent later than this rescues nobody. -1 if there is no delay that short. */
  private int lastUpTo(double limitMillis) {
    return times.first().countWithin(0, limitMillis)
        + (delaysMillis.length - times.first().size())
        - 1;
  }
}
