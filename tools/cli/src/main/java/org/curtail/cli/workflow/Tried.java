package org.curtail.cli.workflow;

import org.curtail.workflow.NotedWorkflowPlan.Expected;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;

/**
 * A plan on simulated requests, beside the same requests without any plan.
 *
 * @param plan that was tried
 * @param without any plan
 * @param with the plan
 */
record Tried(WorkflowPlan plan, WorkflowResult without, WorkflowResult with) {
  static Tried of(WorkflowPlan plan, WorkflowSimulation simulation) {
    return new Tried(
        plan, simulation.run(WorkflowPlan.none(simulation.workflow())), simulation.run(plan));
  }

  /** As the file of a plan keeps it. */
  Expected expected() {
    return Expected.of(plan.goal().percentile(), without, with);
  }

  double withoutMillis() {
    return without.percentileMillis(plan.goal().percentile());
  }

  double withMillis() {
    return with.percentileMillis(plan.goal().percentile());
  }

  /** By which share the percentile falls; below 0 if it rises. */
  double reduction() {
    return withoutMillis() == 0 ? 0 : 1 - withMillis() / withoutMillis();
  }
}
