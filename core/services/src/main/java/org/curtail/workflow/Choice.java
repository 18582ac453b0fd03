package org.curtail.workflow;

/**
 * A possible plan of a stage, with its cost and effect for the split of two budgets.
 *
 * @param plan plan of the stage
 * @param cost cost of its copies, as a share of the cost of all original visits
 * @param loss loss of the whole answer that it causes
 * @param variance remaining variance, in square milliseconds
 */
record Choice(StagePlan plan, double cost, double loss, double variance) {
  /** True if another choice costs no more, loses no more and leaves no more variance. */
  boolean isDominatedBy(Choice other) {
    return other.cost <= cost && other.loss <= loss && other.variance <= variance;
  }

  /** Returns this choice with a weighted variance. */
  Choice weighted(double weight) {
    return new Choice(plan, cost, loss, weight * variance);
  }
}
