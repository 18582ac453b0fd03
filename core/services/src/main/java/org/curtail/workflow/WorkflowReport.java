package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;

/**
 * A plan, its predicted effect, and the effect of a plan made in the same way on unseen requests.
 * All tails are simulated, without queues; none is read off a hull. Immutable.
 *
 * @param plan plan made from all times
 * @param predicted effect of the plan on the times from which it was made
 * @param heldOut effect of a plan made from the earlier half of the times, on the later half: a
 *     test of the planning only, since the plan itself uses all times
 * @param cost predicted cost of copies and its uncertainty
 */
public record WorkflowReport(
    WorkflowPlan plan,
    WorkflowPlanDocument.Expected predicted,
    WorkflowPlanDocument.Expected heldOut,
    CostBound cost) {
  private static final double DEVIATIONS = 1.645;

  /** Plans and checks. */
  public static WorkflowReport of(Workflow workflow, WorkflowGoal goal, PlanOptions options) {
    return of(WorkflowCurves.of(workflow), goal, options);
  }

  /** Plans from given curves and checks. */
  public static WorkflowReport of(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    return of(curves, WorkflowPlanner.plan(curves, goal, options), options);
  }

  /** Checks a plan made from these curves with these options, for its own goal. */
  public static WorkflowReport of(WorkflowCurves curves, WorkflowPlan plan, PlanOptions options) {
    WorkflowHalves halves = WorkflowHalves.of(curves.workflow());
    WorkflowPlan ofEarlier =
        WorkflowPlanner.plan(WorkflowCurves.of(halves.earlier()), plan.goal(), options);
    return new WorkflowReport(
        plan,
        expected(curves.workflow(), plan, options),
        expected(halves.later(), ofEarlier, options),
        CostBound.of(curves, plan));
  }

  /** Returns the effect of a plan on requests with the times of a workflow. */
  public static WorkflowPlanDocument.Expected expected(
      Workflow workflow, WorkflowPlan plan, PlanOptions options) {
    var simulation = WorkflowSimulation.of(workflow, options.requests(), options.seed());
    return WorkflowPlanDocument.Expected.of(
        plan.goal().percentile(),
        simulation.run(WorkflowPlan.none(workflow, plan.goal())),
        simulation.run(plan));
  }

  /** Returns the document for the plan's file. */
  public WorkflowPlanDocument document(String source) {
    return new WorkflowPlanDocument(plan, predicted, heldOut, source, notes());
  }

  /** Returns warnings: sentences for people. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    double most = cost.most(DEVIATIONS);
    double budget = plan.goal().budget();
    if (most > budget * 1.03) {
      notes.add(
          ("The times are a sample: in 5 of 100 cases copies cost more than %.2f %% instead of the"
                  + " budget of %.2f %%. More times, or a safety margin, help; a budget kept at run"
                  + " time does in any case.")
              .formatted(100 * most, 100 * budget));
    }
    return notes;
  }
}
