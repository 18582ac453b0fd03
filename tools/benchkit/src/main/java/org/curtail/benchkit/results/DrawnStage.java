package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage in the picture of a workflow.
 *
 * @param name unique in its workflow
 * @param after names of the stages that must end before it begins
 * @param within name of the calling stage; absent if the workflow itself calls it
 * @param cost cost of one visit, in the unit of the workflow
 * @param responders number of servers that a visit asks
 * @param needed number of answers that end a visit
 * @param medianMs median time of a visit
 * @param tailMs time of a visit at the workflow's percentile
 * @param onPath share of requests with the stage on the critical path: 0 to 1
 * @param blame share of the slowest requests in which the stage is much slower than usual: 0 to 1
 * @param planned part of the plan; absent without a plan
 */
public record DrawnStage(
    String name,
    List<String> after,
    @Nullable String within,
    double cost,
    int responders,
    int needed,
    double medianMs,
    double tailMs,
    double onPath,
    double blame,
    @Nullable Planned planned) {
  public DrawnStage {
    after = List.copyOf(after);
  }

  /**
   * A plan's part at a stage.
   *
   * @param delayMs delay before a copy of a call
   * @param probability probability of the copy; 0 for no copies
   * @param reissueFraction share of calls with a copy: 0 to 1
   * @param budgetShare share of the cost of all copies: 0 to 1
   * @param tailMs time of a visit with the plan, at the workflow's percentile
   * @param loss lost share of answers: 0 to 1
   */
  public record Planned(
      double delayMs,
      double probability,
      double reissueFraction,
      double budgetShare,
      double tailMs,
      double loss) {
    /** True if any call may have a copy. */
    public boolean sends() {
      return probability > 0;
    }
  }

  /** Returns the stage with its part of a plan. */
  public DrawnStage with(Planned plan) {
    return new DrawnStage(
        name, after, within, cost, responders, needed, medianMs, tailMs, onPath, blame, plan);
  }
}
