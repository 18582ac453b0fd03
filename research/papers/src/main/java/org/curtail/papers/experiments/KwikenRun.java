package org.curtail.papers.experiments;

import org.curtail.workflow.simulate.WorkflowResult;

/**
 * The effect of a plan on the requests of one workflow.
 *
 * @param without latency of the same requests without any plan
 * @param with latency of these requests with the plan
 * @param budgetUsed cost of copies, as a share of the cost of first visits
 * @param loss share of utility lost because stages stop waiting
 */
record KwikenRun(KwikenTail without, KwikenTail with, double budgetUsed, double loss) {
  static KwikenRun of(KwikenTail without, WorkflowResult with) {
    return new KwikenRun(without, KwikenTail.of(with), with.budgetUsed(), with.loss());
  }

  /** Returns the fall of a percentile in percent. */
  double lessPercent(double percentile) {
    return 100 * (1 - with.millis(percentile) / without.millis(percentile));
  }

  /** Returns the fall of the p99 in percent. */
  double lessPercent() {
    return lessPercent(99);
  }
}
