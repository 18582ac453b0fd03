package org.curtail.reissue;

import org.curtail.reissue.times.LeastTime;
import org.curtail.reissue.times.Rescues;
import org.curtail.reissue.times.Sample;

/**
 * Finds the delay and probability of one copy with the least tail. Not thread-safe.
 *
 * <p>With delay d, a request ends within t with probability P(X &lt;= t) + q P(X &gt; t, d + Y
 * &lt;= t), where q = min(1, B / P(X &gt; d)) spends the budget. This probability rises with t for
 * every d. For one t, one pass over all delays decides if a delay reaches the percentile. Bisection
 * finds the least such t: O(n log n) to sort and at most 63 passes.
 */
final class SingleRSearch {
  private final AttemptTimes times;
  private final double needed;
  private final double leastMillis;
  private final double withoutMillis;
  private final double[] delaysMillis;
  private final double[] probabilities;

  SingleRSearch(AttemptTimes times, ReissueGoal goal) {
    this(times, goal, 1);
  }

  private SingleRSearch(AttemptTimes times, ReissueGoal goal, double mostProbability) {
    double affordable = goal.budget() * times.first().totalWeight();
    needed = times.weightToReach(goal.percentile());
    withoutMillis = times.withoutMillis(needed);
    leastMillis = times.leastPossibleMillis(needed, affordable);
    this.times = times.fromLimit(leastMillis);
    delaysMillis = delays(times.first());
    probabilities = new double[delaysMillis.length];
    for (int i = 0; i < delaysMillis.length; i++) {
      // After the longest first attempt no request waits, and the quotient is infinite.
      probabilities[i] = Math.min(mostProbability, affordable / times.weightAfter(delaysMillis[i]));
    }
  }

  /**
   * Returns a lower bound of the tail for any number of copies, if times are independent.
   *
   * <p>Copy i = 1, 2, ... is sent after d_i with probability q_i, and G is the distribution of Y. A
   * copy rescues a late request with probability sum q_i G(t - d_i) prod (1 - q_j G(t - d_j)), the
   * product over j &lt; i. The request is unanswered at d_i with probability u_i = P(X &gt; d_i)
   * prod (1 - q_j G(d_i - d_j)). The product in u_i is not smaller than the product in the sum. So
   * the sum is at most sum q_i u_i G(t - d_i) / P(X &gt; d_i). As sum q_i u_i is at most B, the sum
   * is at most B max G(t - d) / P(X &gt; d). One copy would reach this bound if its probability B /
   * P(X &gt; d) could be above 1.
   */
  static double leastWithSeveralMillis(AttemptTimes times, ReissueGoal goal) {
    return new SingleRSearch(times, goal, Double.POSITIVE_INFINITY).tailMillis();
  }

  /** Returns 0 and the first times, ascending. */
  private static double[] delays(Sample first) {
    int added = first.leastMillis() > 0 ? 1 : 0;
    double[] delays = new double[first.size() + added];
    for (int i = 0; i < first.size(); i++) {
      delays[i + added] = first.millis(i);
    }
    return delays;
  }

  private double tailMillis() {
    return LeastTime.between(
        leastMillis, withoutMillis, limitMillis -> reaching(limitMillis, false) >= 0);
  }

  /** Returns the best copy; among copies with the same tail, the one with the least delay. */
  Reissue best() {
    int best = reaching(tailMillis(), true);
    return new Reissue(delaysMillis[best], probabilities[best]);
  }

  /**
   * Returns a delay that reaches the percentile within a limit.
   *
   * @param earliest true to return the least such delay
   * @return index of the delay, or -1 if there is none
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

  /**
   * Returns the index of the last delay at which a copy can rescue a request; -1 if there is none.
   */
  private int lastUpTo(double limitMillis) {
    return times.first().countWithin(0, limitMillis)
        + (delaysMillis.length - times.first().size())
        - 1;
  }
}
