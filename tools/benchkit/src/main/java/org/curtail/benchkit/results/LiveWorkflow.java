package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a run of a graph of services. Counts are of all requests of all blocks, including
 * those that do not count for latency.
 *
 * @param budget cost allowed for copies, as a share of the cost of first visits; absent if no
 *     budget is kept
 * @param budgetUsed cost of the copies, including all calls within them
 * @param budgetTwoErrors two standard errors of that, from the differences of blocks
 * @param loss share of the answers' utility that was lost by not waiting
 * @param predicted simulation without queues; absent if it is not simulated
 * @param underLoad simulation with the same servers and queues; absent if it is not simulated
 * @param stages one per stage, in the order of the workflow
 * @param lostConnections calls sent again because the cancellation of another call ended their
 *     connection; absent from results of earlier versions
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
  /** Tolerance, as a share of the budget, or two standard errors if these are more. */
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
   * Results of a simulation, which knows neither noise nor HTTP.
   *
   * @param p99Ms of the latency from end to end
   * @param p99Ratio to that of requests without copies
   * @param budgetUsed cost of copies
   * @param loss of utility
   */
  public record Predicted(double p99Ms, double p99Ratio, double budgetUsed, double loss) {}

  /**
   * True if copies cost more than the budget allows, by more than 5 % of it and more than two
   * standard errors; false if there is no budget.
   */
  public boolean exceedsBudget() {
    return exceeds(budget, budgetUsed, budgetTwoErrors);
  }

  static boolean exceeds(@Nullable Double allowed, double used, double twoErrors) {
    return allowed != null && used - allowed > Math.max(CLOSE * allowed, twoErrors);
  }
}
