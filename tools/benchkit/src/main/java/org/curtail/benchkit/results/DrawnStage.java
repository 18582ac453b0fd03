package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage in the picture of a workflow.
 *
 * @param name unique in its workflow
 * @param after names of the stages that must end before it begins
 * @param within name of the stage that calls it; absent if the workflow does
 * @param cost of one more visit, in the unit of the workflow
 * @param responders servers that a visit asks
 * @param needed answers that end it
 * @param medianMs of its time, as the workflow waits for it
 * @param tailMs the same at the workflow's percentile
 * @param onPath share of requests in which it is on the critical path: 0 to 1
 * @param blame share of the slowest requests in which it took much longer than usual: 0 to 1
 * @param planned its part of a plan; absent if there is no plan
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
   * @param probability of the copy; 0 for no copies
   * @param reissueFraction share of its calls with a copy: 0 to 1
   * @param budgetShare share of the cost of all copies that is spent here: 0 to 1
   * @param tailMs of its time with the plan, at the workflow's percentile
   * @param loss share of answers not waited for: 0 to 1
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

  /** The same with its part of a plan. */
  public DrawnStage with(Planned plan) {
    return new DrawnStage(
        name, after, within, cost, responders, needed, medianMs, tailMs, onPath, blame, plan);
  }
}
