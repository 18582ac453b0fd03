package org.curtail.reissue;

import org.curtail.reissue.times.Sample;

/**
 * Finds the reissue policy with the least latency at a percentile for a budget. SingleD and SingleR
 * of "Optimal Reissue Policies for Reducing Tail Latency" (Kaler, He, Elnikety, SPAA'17) are exact.
 * Policies with several copies come from a search.
 *
 * <p>X is the time of a first attempt, Y the time of a copy. SingleR sends a copy after d with
 * probability q, if there is no answer. The planner chooses d and q so that
 *
 * <ul>
 *   <li>the percentile k is t or less: P(X &lt;= t) + q P(X &gt; t, d + Y &lt;= t) is at least
 *       k/100 (nearest rank), for the least possible t;
 *   <li>the budget holds: q P(X &gt; d) is at most B, so q = min(1, B / P(X &gt; d));
 *   <li>d is 0 or one of the first times, since delays between two first times cost the same as the
 *       earlier one;
 *   <li>d is the least delay that reaches t.
 * </ul>
 *
 * <p>The paper takes t from the samples of X only. But a request with a copy may end at d + Y, so
 * here t may be any sample of X and any d + y. On short logs, this gives tails up to 23 % lower.
 * The prediction equals that of {@link ReissueForecast}. With these t, the single pass of the paper
 * does not find the least t. A bisection of t does, with one pass for each of at most 63 values. k
 * and B have a relative tolerance of 1e-12 for rounding, so a share of exactly k is enough.
 *
 * <p>Deterministic, O(n log n): a second or two for a million requests. Stateless.
 */
public final class ReissuePlanner {
  private ReissuePlanner() {}

  /**
   * Returns the best policy that sends a copy of every request without an answer after a delay. The
   * best delay is the least one that the budget allows, since an earlier copy never makes a request
   * slower.
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

  /** Returns the best policy that sends a copy with a probability after a delay. */
  public static ReissuePlan singleR(AttemptTimes times, ReissueGoal goal) {
    Reissue best = new SingleRSearch(times, goal).best();
    return plan(times, goal, ReissuePolicy.singleR(best.delayMillis(), best.probability()), 1);
  }

  /**
   * Returns a policy with several copies, at least as good as {@link #singleR}. The paper shows in
   * a simple model that several copies are not better than SingleR. If SingleR spends the whole
   * budget, the result is therefore the SingleR policy. A larger budget lets SingleR send a copy of
   * every unanswered request and is not used up. Then several copies can be better. The search
   * finds such policies, without a proof that they are the best.
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
        // The sums of both are rounded differently.
        Math.min(predictedMillis, ReissueBound.millis(times, goal, copies)));
  }

  /**
   * Returns a lower bound of the tail for all policies with one copy, in milliseconds. The bound
   * holds even for policies that know the late requests.
   */
  public static double boundMillis(AttemptTimes times, ReissueGoal goal) {
    return ReissueBound.millis(times, goal);
  }
}
