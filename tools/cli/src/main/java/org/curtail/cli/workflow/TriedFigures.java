package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.workflow.load.ThinnedPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;

/** A plan on simulated requests that meet no queues, as lines for the report. */
final class TriedFigures {
  /** Of the plan's copies, in the line against the budget. */
  static final List<Double> SHARES = List.of(0.125, 0.25, 0.5, 0.75);

  /** How a budget is changed by sending fewer of a plan's copies. */
  static final String FEWER_COPIES = "if the plan sends fewer of its copies, after the same delays";

  private TriedFigures() {}

  /** Latency and gain. */
  static List<PaperFigure> of(Tried tried, WorkflowSimulation simulation) {
    List<LatencyPanels.Line> lines = lines(tried);
    return List.of(
        latency(
            List.of(
                LatencyPanels.answered("All requests", lines),
                LatencyPanels.waiting("The slowest tenth of them", lines))),
        gain(
            tried.plan().goal().percentile(),
            FEWER_COPIES,
            List.of(thinned("without queues", tried, simulation))));
  }

  /** The latency without a plan and with it. */
  static List<LatencyPanels.Line> lines(Tried tried) {
    return List.of(
        new LatencyPanels.Line("without", tried.without()::percentileMillis),
        new LatencyPanels.Line("with the plan", tried.with()::percentileMillis));
  }

  /** The figure of latencies. */
  static PaperFigure latency(List<Panel> panels) {
    return new PaperFigure(
        "Latency before and after",
        "Share of the requests that have their answer by a time; of the slowest tenth, the share that still waits for it, up to 99.9 %",
        panels);
  }

  /** What is left of the gain if the plan sends fewer copies, after the same delays. */
  static Curve thinned(String name, Tried tried, WorkflowSimulation simulation) {
    var points = new ArrayList<PaperFigure.Point>();
    points.add(LatencyPanels.point(0, 0));
    double percentile = tried.plan().goal().percentile();
    for (double share : SHARES) {
      WorkflowResult result = simulation.run(ThinnedPlan.of(tried.plan(), share));
      points.add(
          gain(
              share * tried.plan().goal().budget(),
              tried.withoutMillis(),
              result.percentileMillis(percentile)));
    }
    points.add(gain(tried.plan().goal().budget(), tried.withoutMillis(), tried.withMillis()));
    return new Curve(name, false, points);
  }

  /** By how much a tail falls for a budget, both in percent. */
  static PaperFigure.Point gain(double budget, double withoutMillis, double withMillis) {
    return LatencyPanels.point(
        100 * budget, withoutMillis == 0 ? 0 : 100 * (1 - withMillis / withoutMillis));
  }

  /**
   * The figure of gains.
   *
   * @param how the budget changes: "if ..."
   */
  static PaperFigure gain(double percentile, String how, List<Curve> curves) {
    String tail = Numbers.percentile(percentile);
    return new PaperFigure(
        "Gain against budget",
        "By how much the %s falls %s".formatted(tail, how),
        List.of(
            Panel.of(
                tail + " against the budget",
                "what copies may cost, % of what requests cost",
                "less " + tail + ", %",
                curves)));
  }
}
