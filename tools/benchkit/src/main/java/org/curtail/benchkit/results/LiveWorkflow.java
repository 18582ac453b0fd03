package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What only runs of a graph of services have. Counts are of all requests of all blocks, those too
 * that do not count for latency.
 *
 * @param budget what copies may cost, as a share of what first visits cost; absent if no budget is
 *     kept
 * @param budgetUsed what they cost, with all that was called within them
 * @param budgetTwoErrors two standard errors of that, from how much blocks differ
 * @param loss share of the answers' utility that was lost by not waiting
 * @param predicted what was simulated without queues; absent of what is not simulated
 * @param underLoad what was simulated with the same servers and queues; absent of what is not
 * @param stages one per stage, in the order of the workflow
 * @param lostConnections calls that were sent anew because the end of a cancelled one took their
 *     connection along; absent from results of earlier versions
 */
public record LiveWorkflow(
    @Nullable Double budget,
    double budgetUsed,
    double budgetTwoErrors,
    double loss,
    @Nullable Predicted predicted,
    @Nullable Predicted underLoad,
    List<LiveStage> stages,
    @Nullable Integer lostConnections) {
  /** Of the budget, or of two standard errors if these are more: how far it may be off. */
  private static final double CLOSE = 0.05;

  public LiveWorkflow {
    Range.requireAtLeastZero("budgetUsed", budgetUsed);
    Range.requireAtLeastZero("budgetTwoErrors", budgetTwoErrors);
    Range.requireAtLeastZero("loss", loss);
    if (lostConnections != null) {
      Range.requireAtLeastZero("lostConnections", lostConnections);
    }
    stages = List.copyOf(stages);
  }

  /**
   * What a simulation says, which knows neither noise nor HTTP.
   *
   * @param p99Ms of the latency from end to end
   * @param p99Ratio to that of requests that are never sent again
   * @param budgetUsed what copies cost
   * @param loss of utility
   */
  public record Predicted(double p99Ms, double p99Ratio, double budgetUsed, double loss) {}

  /**
   * Whether copies cost more than the budget allows, by more than 5 % of it and more than two
   * standard errors; no if there is no budget.
   */
  public boolean exceedsBudget() {
    return exceeds(budget, budgetUsed, budgetTwoErrors);
  }

  static boolean exceeds(@Nullable Double allowed, double used, double twoErrors) {
    return allowed != null && used - allowed > Math.max(CLOSE * allowed, twoErrors);
  }
}
