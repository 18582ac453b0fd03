package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.curtail.benchkit.replicas.BlockFigures;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Run;

/** Pictures of what plans gain and cost, against load. */
final class WorkflowFigures {
  private WorkflowFigures() {}

  /** Those for which there is more than one place to draw. */
  static List<PaperFigure> of(List<Run> runs) {
    long loads = runs.stream().map(Run::load).distinct().count();
    boolean compared = runs.stream().anyMatch(run -> !run.against().isEmpty());
    return loads > 1 && compared ? List.of(againstLoad(runs)) : List.of();
  }

  private static PaperFigure againstLoad(List<Run> runs) {
    return BlockFigures.againstLoad(
        runs,
        WorkflowContender.NONE,
        "Where the plan helps and where it harms",
        "Left, the tail from end to end as a ratio to that without copies, on the same arrivals,"
            + " with 95 % intervals over paired blocks: above 1, copies harm. Right, what they cost",
        "load, % of the busiest stage's slots",
        "What copies cost",
        "% of what first visits cost",
        run -> {
          LiveWorkflow live = requireNonNull(run.workflow(), run.policy());
          return BlockFigures.point(run, live.budgetUsed(), live.budgetTwoErrors());
        });
  }
}
