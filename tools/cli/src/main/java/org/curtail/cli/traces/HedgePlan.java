package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.List;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.traces.action.Advice;
import org.curtail.traces.action.Hedges;
import org.curtail.traces.workflow.Called;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.NotedWorkflowPlan;
import org.curtail.workflow.NotedWorkflowPlan.Expected;
import org.curtail.workflow.NotedWorkflowPlan.Tail;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;

/**
 * The calls to send again as a plan for a workflow: a stage for each kind of call, whose name says
 * who calls what.
 */
final class HedgePlan {
  private static final int PERCENTILE = 99;

  private HedgePlan() {}

  /**
   * The plan.
   *
   * @param workflow its name
   * @param budget share of each call's that may be sent twice
   * @param source which recording it comes from
   */
  static NotedWorkflowPlan of(
      Advice advice, Hedges hedges, String workflow, double budget, String source) {
    List<StagePlan> stages = new ArrayList<>();
    for (Forecast forecast : hedges.each()) {
      var hedged = (Intervention.Hedged) forecast.intervention();
      stages.add(
          new StagePlan(
              hedged.called().toString(),
              ReissuePolicy.singleD(hedged.delayMillis()),
              Math.min(1, forecast.copies()),
              PartialAnswer.NONE,
              0));
    }
    advice.refused().keySet().stream()
        .map(Called::toString)
        .sorted()
        .forEach(name -> stages.add(StagePlan.none(name)));
    return new NotedWorkflowPlan(
        new WorkflowPlan(workflow, WorkflowGoal.reissue(PERCENTILE, budget), stages, CatchUp.NONE),
        expected(hedges.planned()),
        expected(hedges.heldOut()),
        source,
        List.of(
            "A stage is a kind of call, wherever requests make it; what it does holds for each of"
                + " them.",
            "Times are those of whole requests of this workflow."));
  }

  private static Expected expected(Hedges.Effect effect) {
    double without = effect.p99().millis();
    var tail = new Tail(without, without - effect.p99().gainMillis());
    return new Expected(tail, tail, effect.cost(), 0);
  }
}
