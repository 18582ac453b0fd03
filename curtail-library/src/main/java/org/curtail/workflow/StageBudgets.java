package org.curtail.workflow;

import java.util.Map;
import org.curtail.reissue.NotedPlan;

/**
 * A plan for a workflow as one plan of reissue per stage: what {@code Hedge.of} keeps at run time
 * as the stage's own budget, and what exporters take.
 */
public final class StageBudgets {
  private StageBudgets() {}

  /**
   * One plan per stage that sends copies, by name, in the order of stages.
   *
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public static Map<String, NotedPlan> of(Workflow workflow, WorkflowPlan plan) {
    throw new UnsupportedOperationException();
  }
}
