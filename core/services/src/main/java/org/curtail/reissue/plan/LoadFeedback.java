package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;

/**
 * Finds a plan that holds under load. Copies are load, and load changes the times of attempts, so a
 * plan made from times without copies may promise too much or do harm. Each policy is therefore run
 * and observed before the next one is planned. Nothing here runs anything: the caller runs the
 * policy of each {@link #step}, in a simulator or live, until there is a verdict.
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
   * Begins a search for one budget. The first run is without reissue; its times give the first
   * policy. Then the delay moves three tenths of the way to the best one for the last observed
   * times, and the probability is fitted to the budget for these. The search ends when prediction
   * and observation agree, or after ten policies. It accepts the policy with the least observed
   * tail among those within the budget, and refuses divergence and policies that are no better than
   * no reissue.
   */
  static LoadFeedback iterate(ReissueGoal goal) {
    return ReissueIteration.of(goal);
  }

  /**
   * Begins a search for systems without probabilities: all policies always send a copy after their
   * delay. The delay is never below the least one that the budget allows for the last observed
   * times: it moves there at once from below, and a part of the way from above.
   */
  static LoadFeedback iterateSingleD(ReissueGoal goal) {
    return ReissueIteration.singleD(goal);
  }

  /**
   * Begins a search for the budget of the least observed tail. It starts with half a percent and
   * doubles it while the tail falls; then it bisects between the best budget and the next one.
   *
   * @param percentile more than 0, less than 100
   * @param mostBudget greatest budget: more than 0, at most 1
   * @param damping part of the way to the best delay that is moved at once: more than 0, at most 1
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

  /** Returns all trials so far, in order; the first one is without reissue. */
  List<ReissueTrial> trials();

  /**
   * A policy that ran under load, and its observation.
   *
   * @param budget planned budget; 0 for no reissue
   * @param predictedMillis predicted tail; equal to the observed one without a prediction
   * @param observedMillis observed tail: at least 0, infinite if the load was too much
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
     * Run this policy and report the observation.
     *
     * @param budget planned budget; 0 for no reissue
     * @param policy policy to run
     */
    record Run(double budget, ReissuePolicy policy) implements FeedbackStep {}

    /**
     * Finished: this policy.
     *
     * @param best the trial with the least observed tail
     * @param reason in plain words, a sentence or two
     */
    record Accepted(ReissueTrial best, String reason) implements FeedbackStep {}

    /**
     * Finished: no reissue is better.
     *
     * @param without the trial without reissue
     * @param reason in plain words, a sentence or two
     */
    record Refused(ReissueTrial without, String reason) implements FeedbackStep {}
  }
}
