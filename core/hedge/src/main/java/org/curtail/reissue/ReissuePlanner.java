package org.curtail.reissue;

import org.curtail.reissue.times.Sample;

/**
 * Finds the reissue policy with the least latency at a percentile for a budget: SingleD and SingleR
 * of "Optimal Reissue Policies for Reducing Tail Latency" (Kaler, He, Elnikety, SPAA'17), exactly,
 * and several copies by search.
 *
 * <p>With X the time of a first attempt and Y that of a second one, SingleR sends a request that
 * has no answer after d again with probability q. It is chosen so that
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
 * <p>The paper takes t from the samples of X only. But a request that is sent again ends at d + Y,
 * so here t may be any sample of X and any d + y: on short logs that gives tails up to 23 % lower,
 * and what is promised is exactly what {@link ReissueForecast} finds. With these t, the paper's
 * single pass, in which d only rises as t falls, does not find the least; a bisection of t does,
 * with one such pass for each of at most 63 values. k and B hold but for a relative 1e-12, which
 * makes up for rounding, so that a share of exactly k counts as met.
 *
 * <p>Deterministic, O(n log n): a second or two for a million requests. Stateless.
 */
public final class ReissuePlanner {
  private ReissuePlanner() {}

  /**
   * The best policy that sends every request again that has no answer after a delay: the least
   * delay that the budget allows, since an earlier copy never makes a request later.
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

  /** The best policy that sends a request again, with a probability, after a delay. */
  public static ReissuePlan singleR(AttemptTimes times, ReissueGoal goal) {
    Reissue best = new SingleRSearch(times, goal).best();
    return plan(times, goal, ReissuePolicy.singleR(best.delayMillis(), best.probability()), 1);
  }

  /**
   * A good policy with up to a number of copies, by search: at least as good as {@link #singleR}.
   * The paper shows that several copies do not beat the best SingleR, within a simple model. That
   * is so as long as the budget is spent: then SingleR is returned, proved best. If the budget is
   * so large that SingleR sends every unanswered request again and has some left, several copies
   * can be better; the search finds such policies, but proves nothing.
   *
   * @param copies beside the first attempt, at least 1; 1 with pairs, which tell nothing of more
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
        // Both come of sums that are rounded differently.
        Math.min(predictedMillis, ReissueBound.millis(times, goal, copies)));
  }

  /**
   * The tail that no policy of one copy can do better than, in milliseconds, whatever it knows of
   * requests that are under way.
   */
  public static double boundMillis(AttemptTimes times, ReissueGoal goal) {
    return ReissueBound.millis(times, goal);
  }
}
