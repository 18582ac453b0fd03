package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/**
 * What only runs have whose requests may be sent to a second replica. Counts are of all requests of
 * all blocks, those too that do not count for latency.
 *
 * @param budget copies per request that the policy may send; absent if it keeps no budget
 * @param hedgesSent copies beside the first ones
 * @param hedgesWon requests that the second copy answered
 * @param hedgesOverBudget copies that were due and not sent because the budget was used up
 * @param hedgesOverLoad the same because all replicas seemed slow
 * @param hedgesTooEarly the same because too little was known yet
 * @param reissueFraction copies sent per request
 * @param reissueTwoErrors two standard errors of that, from how much blocks differ
 * @param beyondP50Ms median of what latency is more than the recorded time: queues, noise, HTTP
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
   * Whether more was sent than the budget allows, by more than 5 % of it and more than two standard
   * errors; no if there is no budget.
   */
  public boolean exceedsBudget() {
    return LiveWorkflow.exceeds(budget, reissueFraction, reissueTwoErrors);
  }
}
