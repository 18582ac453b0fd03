package org.curtail.reissue.plan;

import org.curtail.reissue.ReissuePolicy;

/** What is to be done next to find a plan that holds under load. */
public sealed interface FeedbackStep {
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
