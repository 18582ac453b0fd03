package org.curtail.workflow;

import java.util.List;

/**
 * Which stages make slow requests slow (Kwiken, section 2.3). A stage contributes to a request the
 * time for which it is on its critical path: from the last stage to end, back through the stage
 * that ended last of those before it, and so on. The contributions of a request add up to its
 * latency. Of the slowest requests, a stage is blamed for those to which it contributes more than
 * its mean over all requests and two standard deviations. Immutable.
 *
 * @param slowestShare of requests that are called slow: above 0, at most 1
 * @param slowestFromMillis the least latency of a slow request
 * @param stages in the workflow's order
 */
public record Blame(double slowestShare, double slowestFromMillis, List<StageBlame> stages) {
  /** As in the paper. */
  public static final double SLOWEST_SHARE = 0.05;

  public Blame {
    stages = List.copyOf(stages);
  }

  /** For the slowest 5 %. */
  public static Blame of(WorkflowSimulation simulation, WorkflowPlan plan) {
    return of(simulation, plan, SLOWEST_SHARE);
  }

  /**
   * Runs all requests of a simulation under a plan, twice.
   *
   * @param slowestShare of requests that are called slow: above 0, at most 1
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public static Blame of(WorkflowSimulation simulation, WorkflowPlan plan, double slowestShare) {
    throw new UnsupportedOperationException("follows");
  }
}
