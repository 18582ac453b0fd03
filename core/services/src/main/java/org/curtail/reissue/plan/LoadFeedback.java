package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;

/**
 * Finds a plan that holds under load. Copies are load, load changes how long attempts take, and so
 * a plan made from times without copies may promise too much, or do harm. So each policy is run and
 * observed before the next one is planned. Nothing here runs anything: whoever uses it runs the
 * policy of each {@link #step}, in a simulator or live, until there is a verdict.
 *
 * <pre>{@code
 * LoadFeedback feedback = LoadFeedback.iterate(goal);
 * while (feedback.step() instanceof FeedbackStep.Run run) {
 *   feedback = feedback.observe(observed(run.policy()));
 * }
 * }</pre>
 *
 * <p>Immutable: each observation makes a new one.
 */
public sealed interface LoadFeedback permits ReissueIteration, BudgetSearch {
  /**
   * Before the first run, for one budget. The first run is without reissue; from its times the
   * first policy is planned. Afterwards the delay moves by three tenths of the way to the one that
   * is best for the times just seen, and the probability is fitted so that the budget holds for
   * these. It stops as soon as prediction and observation agree, or after ten policies, and accepts
   * the policy with the least observed tail of those that kept the budget. It refuses what
   * diverges, and what is no better than no reissue.
   */
  static LoadFeedback iterate(ReissueGoal goal) {
    return ReissueIteration.of(goal);
  }

  /**
   * The same for systems that know no probability: all policies always send a copy after their
   * delay. The delay is never below the least one that the budget allows for the times just seen:
   * it goes there at once if it is below, and a part of the way if it is above.
   */
  static LoadFeedback iterateSingleD(ReissueGoal goal) {
    return ReissueIteration.singleD(goal);
  }

  /**
   * For all budgets: the one with the least observed tail. Begins with half a percent and doubles
   * it while the tail falls; then looks between the best budget and the next one by halving.
   *
   * @param percentile more than 0, less than 100
   * @param mostBudget no budget above this is tried: more than 0, at most 1
   * @param damping how much of the way to the best delay is gone at once: more than 0, at most 1
   */
  static LoadFeedback search(double percentile, double mostBudget, double damping) {
    return BudgetSearch.of(percentile, mostBudget, damping);
  }

  /** What to do now. */
  FeedbackStep step();

  /**
   * Goes on with what came of the last {@link FeedbackStep.Run}.
   *
   * @throws IllegalStateException if the last step was a verdict
   */
  LoadFeedback observe(ReissueObservation seen);

  /** What has been run so far, in order; first the one without reissue. */
  List<ReissueTrial> trials();

  /**
   * A policy that ran under load, and what came of it.
   *
   * @param budget for which it was planned; 0 for no reissue
   * @param predictedMillis the tail that was expected beforehand; equal to the observed one if
   *     nothing was expected
   * @param observedMillis the tail that was observed: at least 0, infinite if the load was too much
   * @param observedFraction copies that were sent beside the first ones, per request
   */
  record ReissueTrial(
      double budget,
      ReissuePolicy policy,
      double predictedMillis,
      double observedMillis,
      double observedFraction) {}

  /** What is to be done next to find a plan that holds under load. */
  sealed interface FeedbackStep {
    /**
     * Run this policy, and tell what was observed.
     *
     * @param budget for which it is planned; 0 for no reissue
     * @param policy to run
     */
    record Run(double budget, ReissuePolicy policy) implements FeedbackStep {}

    /**
     * Finished: this one.
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
