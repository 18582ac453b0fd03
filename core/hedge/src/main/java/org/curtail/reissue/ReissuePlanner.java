package org.curtail.reissue;

import org.curtail.reissue.times.Sample;

/**
 * Finds the reissue policy with the least latency at a percentile for a budget: SingleD and SingleR
 * of "Optimal Reissue Policies for Reducing Tail Latency" (Kaler, He, Elnikety, SPAA'17), exactly,
 * and several copies by search.
 *
 * <p>With X the time of a first attempt and Y that of a copy, SingleR sends a copy of a request
 * without an answer after d with probability q. They are chosen so that
 *
 * <ul>
 *   <li>the percentile k is met within t: P(X &lt;= t) + q P(X &gt; t, d + Y &lt;= t) is at least
 *       k/100 (nearest rank), with t the least possible;
 *   <li>the budget holds: q P(X &gt; d) is at most B, and so q = min(1, B / P(X &gt; d));
 *   <li>d is 0 or one of the first times: between two of these, an earlier delay costs the same;
 *   <li>of several delays with the same least t, d is the earliest, as if delays were tried in
 *       ascending order and only a lesser t counted.
 * </ul>
 *
 * <p>The paper takes t from the samples of X only. But a request with a copy may end at d + Y, so
 * here t may be any sample of X and any d + y: on short logs that gives tails up to 23 % lower, and
 * the prediction is exactly that of {@link ReissueForecast}. With these t, the paper's single pass,
 * in which d only rises as t falls, does not find the least; a bisection of t does, with one such
 * pass for each of at most 63 values. k and B hold up to a relative 1e-12 for rounding, so that a
 * share of exactly k counts as met.
 *
 * <p>Deterministic, O(n log n): a second or two for a million requests. Stateless.
 */
public final class ReissuePlanner {
  private ReissuePlanner() {}

  /**
   * Returns the best policy that sends a copy of every request without an answer after a delay: the
   * least delay that the budget allows, since an earlier copy never makes a request later.
   */
  public static ReissuePlan singleD(AttemptTimes times, ReissueGoal goal) {
    return plan(times, goal, ReissuePolicy.singleD(leastAffordableMillis(times, goal)), 1);
  }

  private static double leastAffordableMillis(AttemptTimes times, ReissueGoal goal) {
    Sample first = times.first();
    double affordable = goal.budget() * first.totalWeight() * (1 + AttemptTimes.ROUNDING);
    if (times.weightAfter(0) <= affordable) {
      return 0;
    }
    int least = first.size() - 1;
    while (least > 0 && first.totalWeight() - first.weightOfLeast(least) <= affordable) {
      least--;
    }
    return first.millis(least);
  }

  /** Returns the best policy that sends a copy, with a probability, after a delay. */
  public static ReissuePlan singleR(AttemptTimes times, ReissueGoal goal) {
    Reissue best = new SingleRSearch(times, goal).best();
    return plan(times, goal, ReissuePolicy.singleR(best.delayMillis(), best.probability()), 1);
  }

  /**
   * Returns a good policy with up to a number of copies, by search: at least as good as {@link
   * #singleR}. The paper shows that several copies do not beat the best SingleR, within a simple
   * model. This holds as long as the budget is spent: then the result is SingleR, proved best. If
   * the budget is so large that SingleR sends a copy of every unanswered request and has some left,
   * several copies can be better; the search finds such policies, but proves nothing.
   *
   * @param copies copies per request, at least 1; 1 with pairs, which show only one
   * @throws IllegalArgumentException if the number of copies is less or does not fit the times
   */
  public static ReissuePlan multiple(AttemptTimes times, ReissueGoal goal, int copies) {
    ReissueBound.requireKnown(times, copies);
    ReissuePlan single = singleR(times, goal);
    if (copies == 1) {
      return single;
    }
    double leastMillis = SingleRSearch.leastWithSeveralMillis(times, goal);
    return single.predictedMillis() <= leastMillis
        ? single
        : plan(
            times,
            goal,
            new MultipleSearch(times, goal, copies, leastMillis).better(single),
            copies);
  }

  private static ReissuePlan plan(
      AttemptTimes times, ReissueGoal goal, ReissuePolicy policy, int copies) {
    ReissueForecast forecast = ReissueForecast.of(times, policy);
    double predictedMillis = forecast.percentileMillis(goal.percentile());
    return new ReissuePlan(
        goal,
        policy,
        forecast.reissueFraction(),
        predictedMillis,
        times.withoutMillis(times.weightToReach(goal.percentile())),
        // Both come from sums that are rounded differently.
        Math.min(predictedMillis, ReissueBound.millis(times, goal, copies)));
  }

  /**
   * Returns a lower bound of the tail for all policies with one copy, in milliseconds, whatever
   * they know about requests under way.
   */
  public static double boundMillis(AttemptTimes times, ReissueGoal goal) {
    return ReissueBound.millis(times, goal);
  }
}
