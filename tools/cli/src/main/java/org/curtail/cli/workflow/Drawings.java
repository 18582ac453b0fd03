package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.DrawnStage;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.Blame.StageBlame;
import org.curtail.workflow.simulate.WorkflowResult;

/** Workflows in the form for pictures and the report. */
final class Drawings {
  private Drawings() {}

  /** A workflow without a plan. */
  static DrawnWorkflow of(Shown shown) {
    Workflow workflow = shown.workflow();
    var stages = new ArrayList<DrawnStage>();
    for (int i = 0; i < workflow.stages().size(); i++) {
      Stage stage = workflow.stages().get(i);
      StageBlame blame = shown.blame().stages().get(i);
      StageTail times = shown.tails().get(i);
      stages.add(
          new DrawnStage(
              stage.name(),
              stage.after(),
              stage.within(),
              stage.cost(),
              stage.responders().count(),
              stage.responders().needed(),
              times.medianMillis(),
              times.tailMillis(),
              blame.criticalFraction(),
              blame.blamedFraction(),
              null));
    }
    return new DrawnWorkflow(workflow.name(), shown.percentile(), stages);
  }

  /**
   * A workflow with the plan's copies at each stage.
   *
   * @param result result of the plan, on the same requests as {@code shown}
   * @param tails tails of each stage with the plan
   */
  static DrawnWorkflow of(
      Shown shown, WorkflowPlan plan, WorkflowResult result, List<StageTail> tails) {
    double[] shares = budgetShares(shown.workflow(), plan);
    var stages = new ArrayList<DrawnStage>();
    List<DrawnStage> without = of(shown).stages();
    for (int i = 0; i < without.size(); i++) {
      StagePlan stage = plan.stages().get(i);
      Reissue copy = WorkflowText.copy(stage.policy());
      stages.add(
          without
              .get(i)
              .with(
                  new DrawnStage.Planned(
                      copy.delayMillis(),
                      copy.probability(),
                      stage.reissueFraction(),
                      shares[i],
                      tails.get(i).tailMillis(),
                      result.loss(i))));
    }
    return new DrawnWorkflow(shown.workflow().name(), shown.percentile(), stages);
  }

  /** Share of each stage in the cost of all copies; 0 if there is none. */
  static double[] budgetShares(Workflow workflow, WorkflowPlan plan) {
    double[] fractions = plan.stages().stream().mapToDouble(StagePlan::reissueFraction).toArray();
    double[] shares = new double[fractions.length];
    double all = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = fractions[i] * workflow.copyCost(workflow.stages().get(i).name(), fractions);
      all += shares[i];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] = all == 0 ? 0 : shares[i] / all;
    }
    return shares;
  }
}
