package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.replicas.Cancellation;
import org.curtail.workflow.StageServers;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowLoad;
import org.curtail.workflow.WorkflowLoadResult.StageUse;
import org.curtail.workflow.WorkflowSimulation;

/** A plan on servers with queues as results, for the report. */
final class LoadedResults {
  private final Loaded loaded;
  private final List<CaughtUp> caughtUp;

  private LoadedResults(Loaded loaded, List<CaughtUp> caughtUp) {
    this.loaded = loaded;
    this.caughtUp = caughtUp;
  }

  /**
   * The results.
   *
   * @param caughtUp ways to speed up late requests; may be empty
   * @param command that makes them again
   */
  static Results of(Loaded loaded, List<CaughtUp> caughtUp, String command, Console console)
      throws InterruptedException {
    Workflow workflow = loaded.setting().load().workflow();
    WorkflowSimulation simulation =
        WorkflowSimulation.of(workflow, loaded.traffic().requests(), loaded.traffic().seed());
    Tried tried = Tried.of(loaded.holds() ? loaded.plan() : loaded.given().plan(), simulation);
    Pictured pictured = Pictured.of(tried, simulation, console);
    var results = new LoadedResults(loaded, caughtUp);
    return new Results(
            "workflow",
            loaded.traffic().seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            results.settings(tried, simulation),
            results.verdict())
        .with()
        .figures(LoadedFigures.of(loaded, pictured, simulation, console))
        .tables(results.tables(pictured))
        .workflow(pictured.drawing())
        .results();
  }

  private Map<String, Object> settings(Tried tried, WorkflowSimulation simulation) {
    WorkflowLoad load = loaded.setting().load();
    Map<String, Object> settings = TriedResults.settings(tried.plan(), simulation);
    settings.put("requests/s", loaded.setting().perSecond());
    settings.put("servers", servers(load));
    settings.put("choice of server", load.choice().name());
    settings.put(
        "calls whose copy has answered",
        load.cancellation().equals(Cancellation.NONE) ? "are served to their end" : "end");
    return settings;
  }

  private static List<String> servers(WorkflowLoad load) {
    var servers = new ArrayList<String>();
    for (int i = 0; i < load.servers().size(); i++) {
      servers.add(
          "%s %s"
              .formatted(
                  load.workflow().stages().get(i).name(),
                  LoadedText.servers(load.servers().get(i))));
    }
    return servers;
  }

  /** The verdict is the headline; its figures come behind. */
  private Verdict verdict() {
    String refused = "No plan holds under load";
    String reason = loaded.reason();
    if (reason.startsWith(refused + ": ")) {
      String tried = reason.substring(refused.length() + 2);
      return new Verdict(
          refused + ".", details(Character.toUpperCase(tried.charAt(0)) + tried.substring(1)));
    }
    List<String> sentences = List.of(reason.split("(?<=\\.) "));
    int headline = Math.max(1, sentences.size() - 1);
    return new Verdict(
        String.join(" ", sentences.subList(0, headline)),
        details(String.join(" ", sentences.subList(headline, sentences.size()))));
  }

  private List<String> details(String figures) {
    var details = new ArrayList<String>();
    if (!figures.isEmpty()) {
      details.add(figures);
    }
    details.add(LoadedText.prediction(loaded));
    LoadedText.catchUp(loaded).ifPresent(details::add);
    details.add(
        "The drawing and the table of stages have the %s, and times without queues; what queues add stands in the table of stages under load."
            .formatted(loaded.holds() ? "plan that holds" : "plan as it was given"));
    return details;
  }

  private List<NumberTable> tables(Pictured pictured) {
    var tables = new ArrayList<NumberTable>();
    tables.add(trials());
    tables.add(stages());
    if (!caughtUp.isEmpty()) {
      tables.add(CaughtUpText.table(caughtUp, loaded));
    }
    tables.add(pictured.stages());
    return tables;
  }

  private NumberTable trials() {
    String tail = WorkflowText.tail(loaded.given().plan().goal());
    var lines = new ArrayList<NumberTable.Line>();
    var endless = new ArrayList<String>();
    for (int i = 0; i < loaded.trials().size(); i++) {
      WorkflowTrial trial = loaded.trials().get(i);
      String name =
          i == 0
              ? LoadedText.run(i)
              : "%s, for %s".formatted(LoadedText.run(i), WorkflowText.share(trial.budget()));
      if (trial.keptUp()) {
        lines.add(
            new NumberTable.Line(
                name,
                List.of(
                    trial.predictedMillis(),
                    trial.observedMillis(),
                    100 * trial.observedBudget(),
                    100 * trial.utilisation())));
      } else {
        endless.add(name);
      }
    }
    return new NumberTable(
        "What was tried under load",
        endless.isEmpty()
            ? ""
            : "Not in the table, for calls piled up: %s.".formatted(String.join("; ", endless)),
        "run",
        List.of(tail + " ms without queues", "with queues", "copies cost, %", "busiest service, %"),
        lines);
  }

  private NumberTable stages() {
    var lines = new ArrayList<NumberTable.Line>();
    List<StageServers> servers = loaded.setting().load().servers();
    for (int i = 0; i < servers.size(); i++) {
      StageUse without = loaded.without().stage(i);
      StageUse with = loaded.with().stage(i);
      lines.add(
          new NumberTable.Line(
              with.stage(),
              List.of(
                  (double) servers.get(i).replicas(),
                  (double) servers.get(i).slots(),
                  100 * without.utilisation(),
                  100 * with.utilisation(),
                  without.meanWaitMillis(),
                  with.meanWaitMillis(),
                  without.meanMillis(),
                  with.meanMillis(),
                  100 * with.reissueFraction(),
                  100 * with.loss())));
    }
    return new NumberTable(
        "Stages under load",
        "Wait: until a call is served. Mean: of a visit, with what is within it.",
        "stage",
        List.of(
            "replicas",
            "slots",
            "busy, %",
            "with copies",
            "wait ms",
            "with copies",
            "mean ms",
            "with copies",
            "copies, %",
            "loss, %"),
        lines);
  }
}
