package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.workflow.load.ThinnedPlan;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;

/** Results of a plan on simulated requests without queues, for the report. */
final class TriedResults {
  /** Shares of the plan's copies in the line against the budget. */
  static final List<Double> SHARES = List.of(0.125, 0.25, 0.5, 0.75);

  /** Explanation of a budget that changes with the share of a plan's copies. */
  static final String FEWER_COPIES = "if the plan sends fewer of its copies, after the same delays";

  private TriedResults() {}

  /**
   * The results.
   *
   * @param command command that makes these results again
   */
  static Results of(Tried tried, WorkflowSimulation simulation, String command, Console console)
      throws InterruptedException {
    Pictured pictured = Pictured.of(tried, simulation, console);
    var tables = new ArrayList<NumberTable>();
    tables.add(pictured.stages());
    tables.add(outcomes(List.of(new Outcome("all", tried))));
    if (!(tried.plan().catchUp() instanceof CatchUp.None)) {
      tables.add(catchUp(tried, simulation));
    }
    return new Results(
            "workflow",
            simulation.seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            settings(tried.plan(), simulation),
            new Verdict(
                tried.headline(),
                List.of(
                    "Simulated without queues; --utilisation shows the effect of copies under load.")))
        .with()
        .figures(List.of(latency(tried), gains(tried, simulation), pictured.stageCurves()))
        .tables(tables)
        .workflow(pictured.drawing())
        .results();
  }

  /** Settings of a plan, on any requests. */
  static Map<String, Object> settings(WorkflowPlan plan, WorkflowSimulation simulation) {
    WorkflowGoal goal = plan.goal();
    var settings = new LinkedHashMap<String, Object>();
    settings.put("workflow", WorkflowText.line(simulation.workflow()));
    settings.put("percentile", goal.percentile());
    settings.put("budget", goal.budget());
    settings.put("loss allowed", goal.loss());
    settings.put("simulated requests", simulation.requests());
    return settings;
  }

  /** One row of the table of outcomes. */
  record Outcome(String requests, Tried tried) {}

  /** Gains and costs of a plan. */
  static NumberTable outcomes(List<Outcome> rows) {
    Table<Outcome> table = Table.of(rows).show("requests", Unit.WORDS, Outcome::requests);
    for (double percentile : List.of(50.0, 99.0, 99.9)) {
      table
          .show(
              Numbers.percentile(percentile) + " ms without",
              Unit.NUMBER,
              row -> row.tried().without().percentileMillis(percentile))
          .show("with", Unit.NUMBER, row -> row.tried().with().percentileMillis(percentile));
    }
    table
        .show("copies cost", Unit.SHARE, row -> row.tried().with().budgetUsed())
        .show("loss", Unit.SHARE, row -> row.tried().with().loss());
    return NumberTable.of("Gains and costs of the plan", "", table);
  }

  /** The gain from catch-up of late requests, compared with copies alone. */
  private static NumberTable catchUp(Tried tried, WorkflowSimulation simulation) {
    WorkflowPlan plan = tried.plan();
    var copiesOnly = new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), CatchUp.NONE);
    record Row(String name, WorkflowResult result) {}
    return NumberTable.of(
        "Catching up",
        "%s More thread time: beyond one thread for each call."
            .formatted(WorkflowText.catchUp(plan.catchUp()).orElse("")),
        Table.of(
                List.of(
                    new Row("without copies", tried.without()),
                    new Row("copies only", simulation.run(copiesOnly)),
                    new Row("copies and catching up", tried.with())))
            .show("requests", Unit.WORDS, Row::name)
            .show("p50 ms", Unit.NUMBER, row -> row.result.percentileMillis(50))
            .show("p99 ms", Unit.NUMBER, row -> row.result.percentileMillis(99))
            .show("p99.9 ms", Unit.NUMBER, row -> row.result.percentileMillis(99.9))
            .show("copies cost", Unit.SHARE, row -> row.result.budgetUsed())
            .show("those of late calls", Unit.SHARE, row -> row.result.lateBudgetUsed())
            .show("more thread time", Unit.SHARE, row -> row.result.extraThreadTime()));
  }

  private static PaperFigure latency(Tried tried) {
    List<FigurePanels.Line> lines = lines(tried);
    return latency(
        List.of(
            FigurePanels.answered("All requests", lines),
            FigurePanels.waiting("The slowest tenth of them", lines)));
  }

  /** The latency without a plan and with it. */
  static List<FigurePanels.Line> lines(Tried tried) {
    return List.of(
        new FigurePanels.Line("without", tried.without()::percentileMillis),
        new FigurePanels.Line("with the plan", tried.with()::percentileMillis));
  }

  /** The figure of latencies. */
  static PaperFigure latency(List<Panel> panels) {
    return new PaperFigure(
        "Latency before and after",
        "Share of the requests answered by a time; for the slowest tenth, the share still waiting, up to 99.9 %",
        panels);
  }

  private static PaperFigure gains(Tried tried, WorkflowSimulation simulation) {
    return gain(
        tried.plan().goal().percentile(),
        FEWER_COPIES,
        List.of(thinned("without queues", tried, simulation)));
  }

  /** The gain if the plan sends fewer copies, after the same delays. */
  static Curve thinned(String name, Tried tried, WorkflowSimulation simulation) {
    var points = new ArrayList<PaperFigure.Point>();
    points.add(FigurePanels.point(0, 0));
    WorkflowGoal goal = tried.plan().goal();
    for (double share : SHARES) {
      WorkflowResult result = simulation.run(ThinnedPlan.of(tried.plan(), share));
      points.add(
          gain(
              share * goal.budget(),
              tried.withoutMillis(),
              result.percentileMillis(goal.percentile())));
    }
    points.add(gain(goal.budget(), tried.withoutMillis(), tried.withMillis()));
    return new Curve(name, false, points);
  }

  /** The relative fall of a tail for a budget, both in percent. */
  static PaperFigure.Point gain(double budget, double withoutMillis, double withMillis) {
    return FigurePanels.point(
        100 * budget, withoutMillis == 0 ? 0 : 100 * (1 - withMillis / withoutMillis));
  }

  /**
   * The figure of gains.
   *
   * @param how change of the budget: "if ..."
   */
  static PaperFigure gain(double percentile, String how, List<Curve> curves) {
    String tail = Numbers.percentile(percentile);
    return new PaperFigure(
        "Gain against budget",
        "Fall of the %s %s".formatted(tail, how),
        List.of(
            Panel.of(
                tail + " against the budget",
                "cost of copies, % of the cost of requests",
                "less " + tail + ", %",
                curves)));
  }
}
