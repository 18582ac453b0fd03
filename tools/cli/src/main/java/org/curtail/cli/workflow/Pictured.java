package org.curtail.cli.workflow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.terminal.Console;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.plan.StageCurve;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * A plan on requests without queues, with the figures of its stages for the report.
 *
 * @param shown the workflow without the plan
 * @param tried the plan, on the same requests
 * @param tails tails of each stage with the plan
 * @param curves curves of the drawn stages, by index
 */
record Pictured(Shown shown, Tried tried, List<StageTail> tails, Map<Integer, StageCurve> curves) {
  static Pictured of(Tried tried, WorkflowSimulation simulation, Console console)
      throws InterruptedException {
    double percentile = tried.plan().goal().percentile();
    console.progress("times of each stage");
    return new Pictured(
        Shown.of(simulation, percentile, console),
        tried,
        StageTail.of(simulation, tried.plan(), percentile),
        curves(
            simulation.workflow(),
            FigurePanels.drawn(Drawings.budgetShares(simulation.workflow(), tried.plan())),
            console));
  }

  /** Curves of some stages of a workflow, by index. */
  static Map<Integer, StageCurve> curves(Workflow workflow, List<Integer> stages, Console console)
      throws InterruptedException {
    List<Callable<StageCurve>> tasks =
        stages.stream()
            .<Callable<StageCurve>>map(stage -> () -> Planning.drawn(workflow.stages().get(stage)))
            .toList();
    List<StageCurve> drawn = OnAllCores.of(tasks, "curves", console);
    var curves = new LinkedHashMap<Integer, StageCurve>();
    for (int i = 0; i < drawn.size(); i++) {
      curves.put(stages.get(i), drawn.get(i));
    }
    return curves;
  }

  double[] budgetShares() {
    return Drawings.budgetShares(shown.workflow(), tried.plan());
  }

  DrawnWorkflow drawing() {
    return Drawings.of(shown, tried.plan(), tried.with(), tails);
  }

  NumberTable stages() {
    return NumberTable.of(
        "Stages", StageTable.NOTE, StageTable.of(shown, tried.plan(), tails, tried.with()));
  }

  PaperFigure stageCurves() {
    return FigurePanels.curves(budgetShares(), this::curve, tried.plan());
  }

  StageCurve curve(int stage) {
    StageCurve curve = curves.get(stage);
    if (curve == null) {
      throw new IllegalArgumentException("stage %d is not drawn".formatted(stage));
    }
    return curve;
  }
}
