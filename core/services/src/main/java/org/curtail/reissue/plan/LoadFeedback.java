package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;

/**
 * Finds a plan that holds under load. Copies add load, and load changes the times of attempts. So a
 * plan from times without copies may promise too much or do harm. The caller runs the policy of
 * each {@link #step}, in a simulator or live, and reports an observation. The next policy is
 * planned from that observation. The search ends with a verdict.
 *
 * <pre>{@code
 * LoadFeedback feedback = LoadFeedback.iterate(goal);
 * while (feedback.step() instanceof FeedbackStep.Run run) {
 *   feedback = feedback.observe(observed(run.policy()));
 * }
 * }</pre>
 *
 * <p>Immutable: each observation returns a new object.
 */
public sealed interface LoadFeedback permits ReissueIteration, BudgetSearch {
  /**
   * Begins a search for one budget. The first run is without copies; its times give the first
   * policy. Each step changes the delay by three tenths of the difference to the best delay for the
   * last observed times. The probability spends the budget for these times. The search ends when
   * prediction and observation agree, or after ten policies. The search accepts the policy with the
   * least observed tail within the budget. The search refuses if tails diverge, or if no policy is
   * better than no copies.
   */
  static LoadFeedback iterate(ReissueGoal goal) {
    return ReissueIteration.of(goal);
  }

  /**
   * Begins a search for systems without probabilities: all policies always send a copy after their
   * delay. The delay is at least the one that the budget allows for the last observed times. A
   * shorter delay rises to that value at once. A longer delay falls by a part of the difference.
   */
  static LoadFeedback iterateSingleD(ReissueGoal goal) {
    return ReissueIteration.singleD(goal);
  }

  /**
   * Begins a search for the budget with the least observed tail. The search starts with half a
   * percent and doubles the budget while the tail falls. Then it bisects between the best budget
   * and the next larger one.
   *
   * @param percentile percentile of the tail: more than 0, less than 100
   * @param mostBudget greatest budget: more than 0, at most 1
   * @param damping change of the delay in each step, as a share of the difference to the best
   *     delay: more than 0, at most 1
   */
  static LoadFeedback search(double percentile, double mostBudget, double damping) {
    return BudgetSearch.of(percentile, mostBudget, damping);
  }

  /** Returns the next step. */
  FeedbackStep step();

  /**
   * Continues with the observation of the last {@link FeedbackStep.Run}.
   *
   * @throws IllegalStateException if the last step was a verdict
   */
  LoadFeedback observe(ReissueObservation seen);

  /** Returns all trials so far, in order. The first trial is without copies. */
  List<ReissueTrial> trials();

  /**
   * A policy that ran under load, and its observation.
   *
   * @param budget planned budget; 0 for no copies
   * @param predictedMillis predicted tail; the observed tail if there is no prediction
   * @param observedMillis observed tail: at least 0; infinite if queues grew without end
   * @param observedFraction copies sent per request
   */
  record ReissueTrial(
      double budget,
      ReissuePolicy policy,
      double predictedMillis,
      double observedMillis,
      double observedFraction) {}

  /** The next step of a search for a plan under load. */
  sealed interface FeedbackStep {
    /**
     * The caller runs this policy and reports the observation.
     *
     * @param budget planned budget; 0 for no copies
     * @param policy policy to run
     */
    record Run(double budget, ReissuePolicy policy) implements FeedbackStep {}

    /**
     * The search accepts a policy.
     *
     * @param best the trial with the least observed tail
     * @param reason one or two sentences
     */
    record Accepted(ReissueTrial best, String reason) implements FeedbackStep {}

    /**
     * The search refuses: no policy is better than no copies.
     *
     * @param without the trial without copies
     * @param reason one or two sentences
     */
    record Refused(ReissueTrial without, String reason) implements FeedbackStep {}
  }
}
