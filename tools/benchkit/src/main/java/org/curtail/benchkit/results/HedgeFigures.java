package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/**
 * Figures of a run with hedging. Counts are of all requests of all blocks, including those that do
 * not count for latency.
 *
 * @param budget allowed copies per request; absent without a budget
 * @param hedgesSent number of sent copies
 * @param hedgesWon number of requests whose copy answered first
 * @param hedgesOverBudget number of due copies that the budget suppressed
 * @param hedgesOverLoad number of due copies that were suppressed since all replicas seemed slow
 * @param hedgesTooEarly number of due copies that were suppressed since too few samples were known
 * @param reissueFraction number of sent copies per request
 * @param reissueTwoErrors two standard errors of {@code reissueFraction}, from the differences
 *     between blocks
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
   * True if the copies exceed the budget by more than 5 % and by more than two standard errors;
   * false without a budget.
   */
  public boolean exceedsBudget() {
    return LiveWorkflow.exceeds(budget, reissueFraction, reissueTwoErrors);
  }
}
