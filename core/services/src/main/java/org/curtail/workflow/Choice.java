package org.curtail.workflow;

/**
 * What a stage could do, and what of that counts in the split of two budgets.
 *
 * @param plan of the stage
 * @param cost of its copies, as a share of the cost of all first visits
 * @param loss of the whole answer that it costs
 * @param variance that is left, in square milliseconds
 */
record Choice(StagePlan plan, double cost, double loss, double variance) {
  /** Whether another one costs no more of anything and leaves no more variance. */
  boolean isBeatenBy(Choice other) {
    return other.cost <= cost && other.loss <= loss && other.variance <= variance;
  }

  /** The same, but its variance counts so many times. */
  Choice counting(double times) {
    return new Choice(plan, cost, loss, times * variance);
  }
}
