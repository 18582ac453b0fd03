package org.curtail.reissue.plan;

import java.util.List;

/**
 * Finds a plan that holds under load. Copies are load, load changes how long attempts take, and so
 * a plan made from times without copies may promise too much, or do harm. So each policy is run and
 * observed before the next one is planned. Nothing here runs anything: whoever uses it runs the
 * policy of each {@link #step}, in a simulator or live, until there is a verdict.
 *
 * <pre>{@code
 * LoadFeedback feedback = ReissueIteration.of(goal);
 * while (feedback.step() instanceof FeedbackStep.Run run) {
 *   feedback = feedback.observe(observed(run.policy()));
 * }
 * }</pre>
 *
 * <p>Immutable: each observation makes a new one.
 */
public sealed interface LoadFeedback permits ReissueIteration, BudgetSearch {
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
}
