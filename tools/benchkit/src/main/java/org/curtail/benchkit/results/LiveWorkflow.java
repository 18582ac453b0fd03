package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a run of a graph of services. Counts are of all requests of all blocks, including
 * those that do not count for latency.
 *
 * @param budget allowed cost of copies, as a share of the cost of original visits; absent without a
 *     budget
 * @param budgetUsed cost of copies with all nested calls, as a share of the cost of original visits
 * @param budgetTwoErrors two standard errors of {@code budgetUsed}, from the differences between
 *     blocks
 * @param loss lost share of the answers' utility
 * @param predicted simulation without queues; absent without a plan
 * @param underLoad simulation with the same servers and queues; absent without a plan
 * @param stages one per stage, in the order of the workflow
 * @param lostConnections number of calls that were sent again after a lost connection; absent from
 *     results of earlier versions
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
   * Results of a simulation, without noise and HTTP.
   *
   * @param p99Ms p99 of the end-to-end latency
   * @param p99Ratio ratio to the p99 without copies
   * @param budgetUsed cost of copies
   * @param loss lost share of utility
   */
  public record Predicted(double p99Ms, double p99Ratio, double budgetUsed, double loss) {}

  /**
   * True if the cost of copies exceeds the budget by more than 5 % and by more than two standard
   * errors; false without a budget.
   */
  public boolean exceedsBudget() {
    return exceeds(budget, budgetUsed, budgetTwoErrors);
  }

  static boolean exceeds(@Nullable Double allowed, double used, double twoErrors) {
    return allowed != null && used - allowed > Math.max(CLOSE * allowed, twoErrors);
  }
}
