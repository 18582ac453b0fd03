package org.curtail.workflow.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowHalves;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * A plan, its predicted effect, and a test of the planning on unseen times. All tails are
 * simulated, without queues. Immutable.
 *
 * @param plan plan made from all times
 * @param predicted effect of the plan on the times from which it follows
 * @param heldOut effect of a plan from the earlier half of the times on the later half; the
 *     reported plan itself uses all times
 * @param cost predicted cost of copies and its uncertainty
 */
public record WorkflowReport(
    WorkflowPlan plan,
    WorkflowPlanDocument.Expected predicted,
    WorkflowPlanDocument.Expected heldOut,
    CostBound cost) {
  private static final double DEVIATIONS = 1.645;

  /** Makes a plan and evaluates it. */
  public static WorkflowReport of(Workflow workflow, WorkflowGoal goal, PlanOptions options) {
    return of(WorkflowCurves.of(workflow), goal, options);
  }

  /** Makes a plan from given curves and evaluates it. */
  public static WorkflowReport of(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    return of(curves, WorkflowPlanner.plan(curves, goal, options), options);
  }

  /** Evaluates a plan that was made from these curves with these options. */
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

  /** Returns the effect of a plan on simulated requests of a workflow. */
  public static WorkflowPlanDocument.Expected expected(
      Workflow workflow, WorkflowPlan plan, PlanOptions options) {
    var simulation = WorkflowSimulation.of(workflow, options.requests(), options.seed());
    return WorkflowPlanDocument.Expected.of(
        plan.goal().percentile(),
        simulation.run(WorkflowPlan.none(workflow, plan.goal())),
        simulation.run(plan));
  }

  /**
   * Returns the document for the plan's file.
   *
   * @param source source of the times, free text
   */
  public WorkflowPlanDocument document(String source) {
    return new WorkflowPlanDocument(plan, predicted, heldOut, source, notes());
  }

  /** Returns warnings as sentences. */
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
