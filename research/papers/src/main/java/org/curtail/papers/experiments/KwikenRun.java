package org.curtail.papers.experiments;

import org.curtail.workflow.simulate.WorkflowResult;

/**
 * The effect of a plan on the requests of one workflow.
 *
 * @param without latency of the same requests without any plan
 * @param with their latency with it
 * @param budgetUsed cost of copies, as a share of the cost of first visits
 * @param loss utility lost by not waiting
 */
record KwikenRun(KwikenTail without, KwikenTail with, double budgetUsed, double loss) {
  static KwikenRun of(KwikenTail without, WorkflowResult with) {
    return new KwikenRun(without, KwikenTail.of(with), with.budgetUsed(), with.loss());
  }

  /** By how many percent a percentile falls. */
  double lessPercent(double percentile) {
    return 100 * (1 - with.millis(percentile) / without.millis(percentile));
  }

  /** The same of the p99. */
  double lessPercent() {
    return lessPercent(99);
  }
}
