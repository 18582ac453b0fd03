package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;

/** Pictures of what plans gain and cost, against load. */
final class WorkflowFigures {
  private static final double PERCENT = 100;

  /** What harms more need not be told apart: it would flatten what helps. */
  private static final double GREATEST_RATIO = 3;

  private WorkflowFigures() {}

  /** Those for which there is more than one place to draw. */
  static List<PaperFigure> of(List<Run> runs) {
    long loads = runs.stream().map(Run::load).distinct().count();
    boolean compared = runs.stream().anyMatch(run -> !run.against().isEmpty());
    return loads > 1 && compared ? List.of(againstLoad(runs)) : List.of();
  }

  private static PaperFigure againstLoad(List<Run> runs) {
    var ratios = new ArrayList<Curve>();
    var costs = new ArrayList<Curve>();
    for (String policy : runs.stream().map(Run::policy).distinct().toList()) {
      List<Run> own =
          runs.stream()
              .filter(run -> run.policy().equals(policy))
              .sorted((one, other) -> Double.compare(one.load(), other.load()))
              .toList();
      ratios.add(
          new Curve(policy, false, own.stream().flatMap(run -> ratio(run).stream()).toList()));
      if (!policy.equals(WorkflowContender.NONE)) {
        costs.add(new Curve(policy, false, own.stream().map(WorkflowFigures::cost).toList()));
      }
    }
    ratios.removeIf(curve -> curve.points().isEmpty());
    String tail = carriesP99(runs) ? "p99" : "p95";
    String load = "load, % of the busiest stage's slots";
    return new PaperFigure(
        "Where the plan helps and where it harms",
        "Left, the tail from end to end as a ratio to that without copies, on the same arrivals,"
            + " with 95 % intervals over paired blocks: above 1, copies harm. Right, what they cost",
        List.of(
            Panel.of(tail + " relative to none", load, "ratio", ratios).upTo(GREATEST_RATIO),
            Panel.of("What copies cost", load, "% of what first visits cost", costs)));
  }

  private static boolean carriesP99(List<Run> runs) {
    return runs.stream().allMatch(run -> run.carries(99));
  }

  private static List<Point> ratio(Run run) {
    if (run.policy().equals(WorkflowContender.NONE)) {
      return List.of(new Point(PERCENT * run.load(), 1, 1, 1));
    }
    if (run.against().isEmpty()) {
      return List.of();
    }
    Ratio tail = run.carries(99) ? run.against().getLast().p99() : run.against().getLast().p95();
    return List.of(point(PERCENT * run.load(), tail.value(), tail.low(), tail.high()));
  }

  private static Point cost(Run run) {
    LiveWorkflow live = requireNonNull(run.workflow(), run.policy());
    double cost = PERCENT * live.budgetUsed();
    double errors = PERCENT * live.budgetTwoErrors();
    return point(PERCENT * run.load(), cost, Math.max(0, cost - errors), cost + errors);
  }

  private static Point point(double x, double y, double low, double high) {
    // Resampled ends may lie on one side of the figure itself.
    return new Point(x, y, Math.min(low, y), Math.max(high, y));
  }
}
