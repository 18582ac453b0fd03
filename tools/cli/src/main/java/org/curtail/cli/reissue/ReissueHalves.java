package org.curtail.cli.reissue;

import java.util.function.Function;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;

/**
 * The quality of a plan for unseen requests. A log is divided into two halves. Each half has a
 * plan, which is evaluated on the other half. The result is a test only; the plan to use comes from
 * the whole log. Divide by time, not at random: this shows the quality of yesterday's plan for
 * today.
 *
 * @param earlierOnLater the earlier half's plan on the later half
 * @param laterOnEarlier the later half's plan on the earlier half
 */
public record ReissueHalves(Transfer earlierOnLater, Transfer laterOnEarlier) {
  /**
   * A plan on the other half.
   *
   * @param plan plan of this half
   * @param foundMillis tail of its policy on the other half
   * @param foundFraction copies per request on the other half
   * @param bestMillis tail on the other half of the policy planned for that half
   * @param withoutMillis tail on the other half without reissue
   */
  public record Transfer(
      ReissuePlan plan,
      double foundMillis,
      double foundFraction,
      double bestMillis,
      double withoutMillis) {
    /** Ratio of the found tail to the planned one; above 1 if the plan was too optimistic. */
    public double ratio() {
      return foundMillis / plan.predictedMillis();
    }

    /**
     * Ratio of the found tail to the best one there; above 1 if another plan would have been
     * better.
     */
    public double regret() {
      return foundMillis / bestMillis;
    }

    /**
     * Ratio of the found fraction of copies to the planned one; above 1 if the plan sent too many.
     */
    public double fractionRatio() {
      return foundFraction / plan.reissueFraction();
    }
  }

  /** Plans SingleR for both halves, and evaluates each plan on the other half. */
  public static ReissueHalves of(AttemptTimes earlier, AttemptTimes later, ReissueGoal goal) {
    return of(earlier, later, times -> ReissuePlanner.singleR(times, goal));
  }

  /**
   * Plans for both halves, and evaluates each plan on the other half.
   *
   * @param planner makes the plan of a half
   */
  public static ReissueHalves of(
      AttemptTimes earlier, AttemptTimes later, Function<AttemptTimes, ReissuePlan> planner) {
    ReissuePlan ofEarlier = planner.apply(earlier);
    ReissuePlan ofLater = planner.apply(later);
    return new ReissueHalves(
        transfer(ofEarlier, ofLater, later), transfer(ofLater, ofEarlier, earlier));
  }

  private static Transfer transfer(ReissuePlan plan, ReissuePlan best, AttemptTimes other) {
    ReissueForecast forecast = ReissueForecast.of(other, plan.policy());
    return new Transfer(
        plan,
        forecast.percentileMillis(plan.goal().percentile()),
        forecast.reissueFraction(),
        best.predictedMillis(),
        best.withoutMillis());
  }
}
