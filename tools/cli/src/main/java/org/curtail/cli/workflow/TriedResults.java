package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;

/** A plan on simulated requests that meet no queues as results, for the report. */
final class TriedResults {
  private TriedResults() {}

  /**
   * The results.
   *
   * @param command that makes them again
   */
  static Results of(Tried tried, WorkflowSimulation simulation, String command, Console console)
      throws InterruptedException {
    Pictured pictured = Pictured.of(tried, simulation, console);
    var tables = new ArrayList<NumberTable>();
    tables.add(pictured.stages());
    tables.add(OutcomeTable.of(List.of(OutcomeTable.line("all", tried))));
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
                TriedText.headline(tried),
                List.of(
                    "Simulated without queues: what copies do under load, --utilisation tells.")))
        .with()
        .figures(
            Stream.concat(
                    TriedFigures.of(tried, simulation).stream(), Stream.of(pictured.stageCurves()))
                .toList())
        .tables(tables)
        .workflow(pictured.drawing())
        .results();
  }

  /** What holds of a plan on any requests. */
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

  /** What is gained by more for late requests, beside the copies alone. */
  private static NumberTable catchUp(Tried tried, WorkflowSimulation simulation) {
    WorkflowPlan plan = tried.plan();
    var copiesOnly = new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), CatchUp.NONE);
    return new NumberTable(
        "Catching up",
        "%s More thread time: beyond one thread for each call."
            .formatted(WorkflowText.catchUp(plan.catchUp()).orElse("")),
        "requests",
        List.of(
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "copies cost, %",
            "those of late calls, %",
            "more thread time, %"),
        List.of(
            line("without copies", tried.without()),
            line("copies only", simulation.run(copiesOnly)),
            line("copies and catching up", tried.with())));
  }

  private static NumberTable.Line line(String name, WorkflowResult result) {
    return new NumberTable.Line(
        name,
        List.of(
            result.percentileMillis(50),
            result.percentileMillis(99),
            result.percentileMillis(99.9),
            100 * result.budgetUsed(),
            100 * result.lateBudgetUsed(),
            100 * result.extraThreadTime()));
  }
}
