package org.curtail.workflow;

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

/**
 * Converts a plan for a workflow into one plan of reissue per stage: the stage's own budget for a
 * hedge at run time, and the input of exporters. For a stage with several responders it is the plan
 * for each of its calls; for a caller, for its whole attempts.
 */
public final class StageBudgets {
  private StageBudgets() {}

  /**
   * Returns one plan per stage that sends copies, by name, in the order of stages. Its budget is
   * the plan's share of the stage's calls with a copy; its percentile is that of the workflow's
   * goal, applied to one call of the stage.
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
