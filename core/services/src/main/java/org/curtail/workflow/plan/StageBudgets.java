package org.curtail.workflow.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.CallerAttempts;

/**
 * Converts a plan for a workflow into one reissue plan per stage, for hedges at run time and for
 * exporters. The plan of a stage with several responders is for each of its calls; the plan of a
 * caller is for its whole attempts.
 */
public final class StageBudgets {
  private StageBudgets() {}

  /**
   * Returns one plan per stage with copies, by the name of the stage, in the order of stages. The
   * budget of a stage is its planned share of calls with a copy. The percentile of the workflow's
   * goal applies to one call of the stage.
   *
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public static Map<String, PlanDocument> of(Workflow workflow, WorkflowPlan plan) {
    plan.requireFits(workflow);
    var plans = new LinkedHashMap<String, PlanDocument>();
    for (StagePlan stage : plan.stages()) {
      if (stage.reissueFraction() > 0 && !stage.policy().reissues().isEmpty()) {
        plans.put(stage.stage(), document(workflow, plan, stage));
      }
    }
    return plans;
  }

  private static PlanDocument document(Workflow workflow, WorkflowPlan plan, StagePlan stage) {
    Stage planned = workflow.stage(stage.stage());
    boolean callsOthers = !workflow.within(planned.name()).isEmpty();
    AttemptTimes times =
        callsOthers
            ? CallerAttempts.times(workflow, planned, plan).attemptTimes()
            : planned.times().attemptTimes();
    var goal = new ReissueGoal(plan.goal().percentile(), stage.reissueFraction());
    double predicted = tail(times, stage.policy(), goal);
    var reissue =
        new ReissuePlan(
            goal,
            stage.policy(),
            stage.reissueFraction(),
            predicted,
            tail(times, ReissuePolicy.NONE, goal),
            Math.min(predicted, ReissuePlanner.boundMillis(times, goal)));
    return PlanDocument.of(reissue)
        .withSource("stage %s of workflow %s".formatted(planned.name(), workflow.name()))
        .withNotes(notes(workflow, planned));
  }

  private static double tail(AttemptTimes times, ReissuePolicy policy, ReissueGoal goal) {
    return ReissueForecast.of(times, policy).percentileMillis(goal.percentile());
  }

  private static List<String> notes(Workflow workflow, Stage stage) {
    if (stage.responders().count() > 1) {
      return List.of(
          "The stage asks %d servers; this is the plan for the call to each of them."
              .formatted(stage.responders().count()));
    }
    if (!workflow.within(stage.name()).isEmpty()) {
      return List.of("A copy of a call of this stage runs the stages within it again.");
    }
    return List.of();
  }
}
