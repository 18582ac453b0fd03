package org.curtail.workflow.partial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.CurveHull;
import org.curtail.workflow.partial.PartialSearch.PartialPoint;
import org.curtail.workflow.partial.Visits.StopOutcome;

/**
 * Splits the loss of utility over the stages of a plan with given copies (Kwiken, section 4.2.2).
 * As for a budget of copies, the split takes the segments of the stages' curves in order of their
 * fall of variance per loss of the whole. Only stages with several needed answers stop waiting: a
 * single answer would be lost completely.
 */
final class LossSplit {
  private final Workflow workflow;
  private final WorkflowPlan plan;
  private final LossComposition composition;
  private final List<Integer> stopping = new ArrayList<>();
  private final List<Visits> visits = new ArrayList<>();
  private final List<PartialCurve> curves = new ArrayList<>();

  private LossSplit(Workflow workflow, WorkflowPlan plan) {
    this.workflow = workflow;
    this.plan = plan;
    composition = LossComposition.of(workflow);
  }

  /** Returns the plan with the same copies, and with partial answers for this loss. */
  static WorkflowPlan added(Workflow workflow, WorkflowPlan plan, double loss, long seed) {
    var split = new LossSplit(workflow, plan);
    split.drawCurves(loss, seed);
    return split.filled(loss);
  }

  private void drawCurves(double loss, long seed) {
    for (int s = 0; s < workflow.stages().size(); s++) {
      Stage stage = workflow.stages().get(s);
      if (stage.responders().needed() > 1 && loss > 0) {
        stopping.add(s);
        visits.add(
            Visits.of(stage, plan.stages().get(s).policy(), StageChoices.visits(stage), seed));
        double most = Math.min(0.5, loss / composition.weight(s));
        curves.add(PartialCurve.of(visits.getLast(), most));
      }
    }
  }

  private WorkflowPlan filled(double loss) {
    List<CurveHull> hulls = curves.stream().map(PartialCurve::hull).toList();
    double[] costs = stopping.stream().mapToDouble(composition::weight).toArray();
    double[] ones = new double[costs.length];
    Arrays.fill(ones, 1);
    double[] losses = CurveHull.filled(hulls, costs, ones, loss);
    var stages = new ArrayList<StagePlan>(plan.stages());
    for (int i = 0; i < losses.length; i++) {
      int s = stopping.get(i);
      PartialCurve curve = curves.get(i);
      PartialPoint point = curve.point(Math.min(losses[i], curve.mostLoss()));
      StagePlan before = stages.get(s);
      StopOutcome outcome = visits.get(i).under(point.answer());
      stages.set(
          s,
          new StagePlan(
              before.stage(),
              before.policy(),
              outcome.reissueFraction(),
              point.answer(),
              point.loss()));
    }
    return new WorkflowPlan(plan.workflow(), plan.goal(), stages, plan.catchUp());
  }
}
