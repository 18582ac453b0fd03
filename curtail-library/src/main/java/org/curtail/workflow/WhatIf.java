package org.curtail.workflow;

import java.util.List;

/**
 * What would become of a percentile of the latency if one stage never took longer than its median,
 * stage by stage: what there is to be gained from it. Immutable.
 *
 * @param percentile of the latency from end to end: 0 to 100
 * @param asIsMillis that percentile as it is
 * @param stages in the workflow's order
 */
public record WhatIf(double percentile, double asIsMillis, List<Steady> stages) {
  public WhatIf {
    stages = List.copyOf(stages);
  }

  /**
   * One stage that never exceeds its median.
   *
   * @param stage its name
   * @param medianMillis of its visits, with what is within it
   * @param percentileMillis of the latency from end to end then
   */
  public record Steady(String stage, double medianMillis, double percentileMillis) {}

  /**
   * Runs all requests of a simulation under a plan.
   *
   * @param percentile 0 to 100
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public static WhatIf of(WorkflowSimulation simulation, WorkflowPlan plan, double percentile) {
    throw new UnsupportedOperationException("follows");
  }
}
