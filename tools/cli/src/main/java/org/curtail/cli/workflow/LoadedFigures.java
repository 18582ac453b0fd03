package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.workflow.load.ThinnedPlan;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.workflow.StageCurve;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowLoadResult;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowSimulation;

/** A plan on servers with queues, as lines for the report. */
final class LoadedFigures {
  /** A tail that more than doubles is left out: it would flatten all others. */
  private static final double LEAST_GAIN = -100;

  private final Loaded loaded;
  private final Console console;

  private LoadedFigures(Loaded loaded, Console console) {
    this.loaded = loaded;
    this.console = console;
  }

  /** All of them. */
  static List<PaperFigure> of(
      Loaded loaded, Pictured pictured, WorkflowSimulation simulation, Console console)
      throws InterruptedException {
    var figures = new LoadedFigures(loaded, console);
    return List.of(
        figures.latency(),
        figures.gain(simulation),
        figures.curves(pictured, CurvePanels.drawn(pictured.budgetShares())));
  }

  private PaperFigure latency() {
    var lines = new ArrayList<LatencyPanels.Line>();
    lines.add(new LatencyPanels.Line("without", loaded.without()::percentileMillis));
    if (loaded.with().keptUp()) {
      lines.add(new LatencyPanels.Line("with the plan", loaded.with()::percentileMillis));
    }
    return TriedFigures.latency(
        List.of(
            LatencyPanels.answered("All requests, with queues", lines),
            LatencyPanels.waiting("The slowest tenth of them", lines)));
  }

  private PaperFigure gain(WorkflowSimulation simulation) {
    WorkflowPlan given = loaded.given().plan();
    double percentile = given.goal().percentile();
    double withoutMillis = loaded.without().percentileMillis(percentile);
    var curves = new ArrayList<Curve>();
    curves.add(TriedFigures.thinned("without queues", Tried.of(given, simulation), simulation));
    curves.add(thinned(withoutMillis));
    List<Point> anew =
        loaded.trials().stream()
            .skip(2)
            .filter(WorkflowTrial::keptUp)
            .sorted(Comparator.comparingDouble(WorkflowTrial::budget))
            .map(trial -> TriedFigures.gain(trial.budget(), withoutMillis, trial.observedMillis()))
            .toList();
    curves.add(new Curve("planned anew, with queues", false, anew));
    return TriedFigures.gain(
        percentile,
        "%s; and what plans bring that were made anew from the times under load. Where the %s more than doubles, nothing is drawn"
            .formatted(TriedFigures.FEWER_COPIES, Numbers.percentile(percentile)),
        curves.stream()
            .map(LoadedFigures::drawable)
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
    points.add(LatencyPanels.point(0, 0));
    for (double share : TriedFigures.SHARES) {
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
            TriedFigures.gain(
                share * budget, withoutMillis, result.percentileMillis(given.goal().percentile())));
      }
    }
    if (loaded.given().keptUp()) {
      points.add(TriedFigures.gain(budget, withoutMillis, loaded.given().observedMillis()));
    }
    return new Curve("with queues", false, points);
  }

  private PaperFigure curves(Pictured pictured, List<Integer> drawn) throws InterruptedException {
    Workflow seen = loaded.without().seen();
    Map<Integer, StageCurve> waiting = Pictured.curves(seen, drawn, console);
    return CurvePanels.underLoad(pictured, drawn, waiting);
  }
}
