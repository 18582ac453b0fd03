package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/**
 * Figures of a run with hedging. Counts are of all requests of all blocks, including those that do
 * not count for latency.
 *
 * @param budget copies per request that the policy may send; absent if it keeps no budget
 * @param hedgesSent copies beside the first ones
 * @param hedgesWon requests that the second copy answered
 * @param hedgesOverBudget copies that were due and not sent because the budget was used up
 * @param hedgesOverLoad the same because all replicas seemed slow
 * @param hedgesTooEarly the same because too little was known yet
 * @param reissueFraction copies sent per request
 * @param reissueTwoErrors two standard errors of that, from the differences of blocks
 * @param beyondP50Ms median excess of latency over the recorded time: queues, noise, HTTP
 */
public record HedgeFigures(
    @Nullable Double budget,
    int hedgesSent,
    int hedgesWon,
    int hedgesOverBudget,
    int hedgesOverLoad,
    int hedgesTooEarly,
    double reissueFraction,
    double reissueTwoErrors,
    double beyondP50Ms) {
  public HedgeFigures {
    Range.requireAtLeastZero("hedgesSent", hedgesSent);
    Range.requireAtLeastZero("hedgesWon", hedgesWon);
    Range.requireAtLeastZero("hedgesOverBudget", hedgesOverBudget);
    Range.requireAtLeastZero("hedgesOverLoad", hedgesOverLoad);
    Range.requireAtLeastZero("hedgesTooEarly", hedgesTooEarly);
    Range.requireAtLeastZero("reissueFraction", reissueFraction);
    Range.requireAtLeastZero("reissueTwoErrors", reissueTwoErrors);
  }

  /**
   * True if more was sent than the budget allows, by more than 5 % of it and more than two standard
   * errors; false if there is no budget.
   */
  public boolean exceedsBudget() {
    return LiveWorkflow.exceeds(budget, reissueFraction, reissueTwoErrors);
  }
}
