package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.workflow.load.ThinnedPlan;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.replicas.Cancellation;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.plan.StageCurve;
import org.curtail.workflow.simulate.WorkflowSimulation;

/** A plan on servers with queues as results, for the report. */
final class LoadedResults {
  /** Least gain in a chart. With a tail that more than doubles, all other lines would look flat. */
  private static final double LEAST_GAIN = -100;

  private final Loaded loaded;
  private final List<CaughtUp> caughtUp;
  private final Console console;

  private LoadedResults(Loaded loaded, List<CaughtUp> caughtUp, Console console) {
    this.loaded = loaded;
    this.caughtUp = caughtUp;
    this.console = console;
  }

  /**
   * The results.
   *
   * @param caughtUp kinds of help for late requests; may be empty
   * @param command command that makes these results again
   */
  static Results of(Loaded loaded, List<CaughtUp> caughtUp, String command, Console console)
      throws InterruptedException {
    Workflow workflow = loaded.setting().load().workflow();
    WorkflowSimulation simulation =
        WorkflowSimulation.of(workflow, loaded.traffic().requests(), loaded.traffic().seed());
    Tried tried = Tried.of(loaded.holds() ? loaded.plan() : loaded.given().plan(), simulation);
    Pictured pictured = Pictured.of(tried, simulation, console);
    var results = new LoadedResults(loaded, caughtUp, console);
    return new Results(
            "workflow",
            loaded.traffic().seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            results.settings(tried, simulation),
            results.verdict())
        .with()
        .figures(List.of(results.latency(), results.gain(simulation), results.curves(pictured)))
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
          "%s %s".formatted(load.workflow().stages().get(i).name(), LoadedOutput.servers(load, i)));
    }
    return servers;
  }

  /** The verdict, with its reason as the headline and figures as details. */
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
    details.add(LoadedOutput.prediction(loaded));
    LoadedOutput.catchUp(loaded).ifPresent(details::add);
    details.add(
        "The drawing and the table of stages show the %s, and times without queues; the table of stages under load shows the effect of queues."
            .formatted(loaded.holds() ? "plan that holds" : "plan as it was given"));
    return details;
  }

  private List<NumberTable> tables(Pictured pictured) {
    var tables = new ArrayList<NumberTable>();
    tables.add(trials());
    tables.add(
        NumberTable.of(
            "Stages under load",
            "Wait: until a call is served. Mean: of a visit, with the stages within it.",
            LoadedOutput.stages(loaded)));
    if (!caughtUp.isEmpty()) {
      tables.add(CaughtUp.onPage(caughtUp, loaded));
    }
    tables.add(pictured.stages());
    return tables;
  }

  private NumberTable trials() {
    List<WorkflowTrial> trials = loaded.trials();
    List<String> endless =
        IntStream.range(0, trials.size())
            .filter(i -> !trials.get(i).keptUp())
            .mapToObj(i ->
                "%s, for %s"
                    .formatted(LoadedOutput.run(i), WorkflowText.share(trials.get(i).budget())))
            .toList();
    return NumberTable.of(
        "Trials under load",
        endless.isEmpty()
            ? ""
            : "Not in the table, since calls piled up: %s.".formatted(String.join("; ", endless)),
        LoadedOutput.trials(loaded).only(i -> trials.get(i).keptUp()));
  }

  private PaperFigure latency() {
    var lines = new ArrayList<FigurePanels.Line>();
    lines.add(new FigurePanels.Line("without", loaded.without()::percentileMillis));
    if (loaded.with().keptUp()) {
      lines.add(new FigurePanels.Line("with the plan", loaded.with()::percentileMillis));
    }
    return TriedResults.latency(
        List.of(
            FigurePanels.answered("All requests, with queues", lines),
            FigurePanels.waiting("The slowest tenth of them", lines)));
  }

  private PaperFigure gain(WorkflowSimulation simulation) {
    WorkflowPlan given = loaded.given().plan();
    double percentile = given.goal().percentile();
    double withoutMillis = loaded.without().percentileMillis(percentile);
    var curves = new ArrayList<Curve>();
    curves.add(TriedResults.thinned("without queues", Tried.of(given, simulation), simulation));
    curves.add(thinned(withoutMillis));
    List<Point> anew =
        loaded.trials().stream()
            .skip(2)
            .filter(WorkflowTrial::keptUp)
            .sorted(Comparator.comparingDouble(WorkflowTrial::budget))
            .map(trial -> TriedResults.gain(trial.budget(), withoutMillis, trial.observedMillis()))
            .toList();
    curves.add(new Curve("planned again, with queues", false, anew));
    return TriedResults.gain(
        percentile,
        "%s; and the gain of plans made again from the times under load. If the %s more than doubles, nothing is drawn"
            .formatted(TriedResults.FEWER_COPIES, Numbers.percentile(percentile)),
        curves.stream()
            .map(LoadedResults::drawable)
            .filter(curve -> !curve.points().isEmpty())
            .toList());
  }

  private static Curve drawable(Curve curve) {
    return new Curve(
        curve.name(),
        false,
        curve.points().stream().filter(point -> point.y() >= LEAST_GAIN).toList());
  }

  private Curve thinned(double withoutMillis) {
    WorkflowPlan given = loaded.given().plan();
    double budget = given.goal().budget();
    var points = new ArrayList<Point>();
    points.add(FigurePanels.point(0, 0));
    for (double share : TriedResults.SHARES) {
      StopSignal.check(Loaded.STOPPED);
      console.progress("the plan with fewer copies");
      WorkflowLoadResult result =
          loaded
              .setting()
              .load()
              .run(ThinnedPlan.of(given, share), loaded.traffic())
              .afterWarmUp(loaded.traffic().requests() / Loaded.WARM_UP_SHARE);
      if (result.keptUp()) {
        points.add(
            TriedResults.gain(
                share * budget, withoutMillis, result.percentileMillis(given.goal().percentile())));
      }
    }
    if (loaded.given().keptUp()) {
      points.add(TriedResults.gain(budget, withoutMillis, loaded.given().observedMillis()));
    }
    return new Curve("with queues", false, points);
  }

  private PaperFigure curves(Pictured pictured) throws InterruptedException {
    List<Integer> drawn = FigurePanels.drawn(pictured.budgetShares());
    Workflow seen = loaded.without().seen();
    Map<Integer, StageCurve> waiting = Pictured.curves(seen, drawn, console);
    return FigurePanels.underLoad(pictured, drawn, waiting);
  }
}
