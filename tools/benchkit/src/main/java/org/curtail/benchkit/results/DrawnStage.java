package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage of a workflow, as it is drawn.
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
 * @param blame share of the slowest requests in which it took much longer than it mostly does: 0 to
 *     1
 * @param planned what a plan does there; absent if there is no plan
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
   * What a plan does at a stage.
   *
   * @param delayMs after which a call is sent again
   * @param probability with which it is; 0 if none is
   * @param reissueFraction share of its calls that are sent again: 0 to 1
   * @param budgetShare share of all that copies cost that is spent here: 0 to 1
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
    /** Whether any call is sent again. */
    public boolean sends() {
      return probability > 0;
    }
  }

  /** The same with what a plan does there. */
  public DrawnStage with(Planned plan) {
    return new DrawnStage(
        name, after, within, cost, responders, needed, medianMs, tailMs, onPath, blame, plan);
  }
}
