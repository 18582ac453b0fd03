package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;

/**
 * A plan, what it is predicted to do, and what such a plan did to requests that it had not seen.
 * All tails are simulated, without queues; none is read off a hull. Immutable.
 *
 * @param plan made of all times
 * @param predicted of the plan, on the times of which it was made
 * @param heldOut of the plan that the earlier half of the times gives, on the later half: a test of
 *     planning only, for the plan to use comes from all of them
 * @param cost what copies are predicted to cost, and how far that may be off
 */
public record WorkflowReport(
    WorkflowPlan plan,
    NotedWorkflowPlan.Expected predicted,
    NotedWorkflowPlan.Expected heldOut,
    CostBound cost) {
  private static final double DEVIATIONS = 1.645;

  /** Plans and checks. */
  public static WorkflowReport of(Workflow workflow, WorkflowGoal goal, PlanOptions options) {
    return of(WorkflowCurves.of(workflow), goal, options);
  }

  /** The same of curves that were drawn before. */
  public static WorkflowReport of(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    return of(curves, WorkflowPlanner.plan(curves, goal, options), options);
  }

  /** Checks a plan that was made of these curves, with these options, for its own goal. */
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

  /** What a plan does to requests whose times are those of a workflow. */
  public static NotedWorkflowPlan.Expected expected(
      Workflow workflow, WorkflowPlan plan, PlanOptions options) {
    var simulation = WorkflowSimulation.of(workflow, options.requests(), options.seed());
    return NotedWorkflowPlan.Expected.of(
        plan.goal().percentile(),
        simulation.run(WorkflowPlan.none(workflow, plan.goal())),
        simulation.run(plan));
  }

  /** What a file of the plan holds. */
  public NotedWorkflowPlan noted(String source) {
    return new NotedWorkflowPlan(plan, predicted, heldOut, source, notes());
  }

  /** What to watch: sentences for people. */
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
