package org.curtail.cli.workflow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.StageCurve;

/** Diagrams of a workflow for the report: latencies from end to end, and curves of stages. */
final class FigurePanels {
  /** Percentiles of the drawn latencies; dense in the tail. */
  private static final List<Double> PERCENTILES =
      List.of(
          0.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 92.5, 95.0, 96.0,
          97.0, 98.0, 98.5, 99.0, 99.3, 99.6, 99.8, 99.9);

  private static final double SLOWEST = 90;

  /** Most stages with a diagram. */
  private static final int MOST_STAGES = 12;

  private static final int CURVE_POINTS = 16;

  private FigurePanels() {}

  /**
   * A line.
   *
   * @param name name of the requests
   * @param millisAt latency of the requests at a percentile, 0 to 100
   */
  record Line(String name, DoubleUnaryOperator millisAt) {}

  /** Returns the share of requests with an answer by each time. */
  static Panel answered(String title, List<Line> lines) {
    return Panel.of(
        title,
        "latency from end to end, ms",
        "requests answered, %",
        lines.stream().map(FigurePanels::answered).toList());
  }

  private static Curve answered(Line line) {
    return new Curve(
        line.name(),
        false,
        PERCENTILES.stream()
            .map(percentile -> point(line.millisAt().applyAsDouble(percentile), percentile))
            .toList());
  }

  /** Returns the share of requests without an answer yet, for the slowest tenth. */
  static Panel waiting(String title, List<Line> lines) {
    return Panel.of(
        title,
        "latency from end to end, ms",
        "requests still waiting, %",
        lines.stream().map(FigurePanels::waiting).toList());
  }

  private static Curve waiting(Line line) {
    return new Curve(
        line.name(),
        false,
        PERCENTILES.stream()
            .filter(percentile -> percentile >= SLOWEST)
            .map(percentile -> point(line.millisAt().applyAsDouble(percentile), 100 - percentile))
            .toList());
  }

  static Point point(double x, double y) {
    return new Point(x, y, y, y);
  }

  /**
   * Returns the stages to draw: those with the greatest shares of the budget, the greatest first.
   */
  static List<Integer> drawn(double[] budgetShares) {
    return IntStream.range(0, budgetShares.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -budgetShares[i]))
        .limit(MOST_STAGES)
        .toList();
  }

  /**
   * The figure.
   *
   * @param budgetShares budget shares of each stage
   * @param curves curves by stage; only those of drawn stages are used
   */
  static PaperFigure curves(
      double[] budgetShares, IntFunction<StageCurve> curves, WorkflowPlan plan) {
    List<Panel> panels =
        drawn(budgetShares).stream()
            .map(stage -> panel(curves.apply(stage), plan.stages().get(stage)))
            .toList();
    return new PaperFigure(
        "Gain from copies in each stage",
        "Standard deviation of a stage's latency by the share of its calls that are sent again; the limit is the convex hull, which only a mixture of delays reaches%s"
            .formatted(
                budgetShares.length > MOST_STAGES
                    ? ", for the %d stages with the most budget".formatted(MOST_STAGES)
                    : ""),
        panels);
  }

  /**
   * The curves on servers with queues.
   *
   * @param waiting curves of the drawn stages by index, from times observed on these servers
   */
  static PaperFigure underLoad(
      Pictured pictured, List<Integer> drawn, Map<Integer, StageCurve> waiting) {
    WorkflowPlan plan = pictured.tried().plan();
    return new PaperFigure(
        "Gain from copies in each stage",
        "Least standard deviation of a stage's latency by the share of its calls that are sent again: from times without waiting, and from times measured with queues, before any copy",
        drawn.stream()
            .map(stage ->
                underLoad(
                    pictured.curve(stage),
                    requireNonNull(waiting.get(stage)),
                    plan.stages().get(stage)))
            .toList());
  }

  private static Panel underLoad(StageCurve free, StageCurve waiting, StagePlan plan) {
    double chosen = plan.reissueFraction();
    return panel(
        free.stage(),
        List.of(
            curve("without queues", chosen, share -> free.leastVariance(share).deviationMillis()),
            curve("with queues", chosen, share -> waiting.leastVariance(share).deviationMillis()),
            chosen(chosen, free.at(plan.policy()).deviationMillis())));
  }

  private static Panel panel(String stage, List<Curve> curves) {
    return Panel.of(stage, "copies, % of the calls", "standard deviation, ms", curves);
  }

  /** The line over the shares around the chosen one. */
  private static Curve curve(String name, double chosen, DoubleUnaryOperator deviation) {
    double most = Math.min(1, Math.max(0.1, 2.5 * chosen));
    var points = new ArrayList<Point>();
    for (int i = 0; i <= CURVE_POINTS; i++) {
      double share = most * i / CURVE_POINTS;
      points.add(FigurePanels.point(100 * share, deviation.applyAsDouble(share)));
    }
    return new Curve(name, false, points);
  }

  private static Curve chosen(double share, double deviationMillis) {
    return new Curve("the plan", false, List.of(FigurePanels.point(100 * share, deviationMillis)));
  }

  private static Panel panel(StageCurve curve, StagePlan plan) {
    double chosen = plan.reissueFraction();
    return panel(
        curve.stage(),
        List.of(
            curve("time-out", chosen, share -> curve.timeOut(share).deviationMillis()),
            curve(
                "with a probability",
                chosen,
                share -> curve.leastVariance(share).deviationMillis()),
            curve("limit", chosen, share -> Math.sqrt(curve.hullAt(share))),
            chosen(chosen, curve.at(plan.policy()).deviationMillis())));
  }
}
