package org.curtail.workflow;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Requests that run through a workflow without queues: times of calls are drawn from the measured
 * ones, and do not depend on load. All that chance decides is fixed by place: the times of first
 * and second attempts of each call, and the coins of its copy. So all plans meet the same requests,
 * and the same seed gives the same bits on every machine. Immutable; may be used by several threads
 * at once.
 *
 * <p><b>A visit</b> of a stage calls all responders at once. A call that has no answer after the
 * delay of the stage's policy is sent again by a coin, unless the visit has ended by then; its time
 * is the lesser of that of its first attempt, and of the delay and its second attempt. The visit
 * ends as {@link Responders} and {@link PartialAnswer} say. If a stage has others within it, the
 * first attempt of its call is its own time and then a run through those; so is its copy, with
 * times and coins of its own. An attempt that comes too late is not cancelled: its copies count.
 *
 * <p><b>Second attempts.</b> Of pairs, the second time of the pair whose first time was drawn; else
 * an independent draw. With {@link JointTraces}, whole traces are drawn, and a stage takes the time
 * of the trace; its second time is an independent draw, or that of the pair whose first time is
 * nearest. A stage that a trace did not visit takes no time, costs nothing and sends no copy.
 *
 * <p>Source: the simulator of Kwiken (SIGCOMM'13), section 5.1.
 */
public final class WorkflowSimulation {
  private final Workflow workflow;
  private final int requests;
  private final long seed;

  /** By stage. */
  private final StageDraws[] draws;

  /** Kept, since every plan is held against it. */
  private @Nullable WorkflowResult withoutCopies;

  private WorkflowSimulation(Workflow workflow, int requests, long seed) {
    this.workflow = workflow;
    this.requests = requests;
    this.seed = seed;
    draws = new StageDraws[workflow.stages().size()];
    Arrays.setAll(draws, stage -> new StageDraws(workflow, stage, seed));
  }

  /**
   * Requests to a workflow.
   *
   * @param requests at least 1
   * @param seed of all that chance decides
   */
  public static WorkflowSimulation of(Workflow workflow, int requests, long seed) {
    if (requests < 1) {
      throw new IllegalArgumentException("requests must be at least 1: " + requests);
    }
    return new WorkflowSimulation(workflow, requests, seed);
  }

  /** The workflow. */
  public Workflow workflow() {
    return workflow;
  }

  /** How many requests run through it: at least 1. */
  public int requests() {
    return requests;
  }

  /** Of all that chance decides. */
  public long seed() {
    return seed;
  }

  /** What chance decides for a stage, by index. */
  StageDraws draws(int stage) {
    return draws[stage];
  }

  /**
   * Runs all requests. What becomes of them without any plan is kept, so asking again is free.
   *
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public WorkflowResult run(WorkflowPlan plan) {
    plan.requireFits(workflow);
    WorkflowPlan none = WorkflowPlan.none(workflow, plan.goal());
    return plan.equals(none) ? withoutCopies(none) : new WorkflowRun(this, plan).run(ended -> {});
  }

  private synchronized WorkflowResult withoutCopies(WorkflowPlan none) {
    WorkflowResult result = withoutCopies;
    if (result == null) {
      result = new WorkflowRun(this, none).run(ended -> {});
      withoutCopies = result;
    }
    return result;
  }

  /**
   * The time of each first visit of a stage, with what is within it, in the order of requests; of
   * those requests only that visit it.
   */
  public double[] stageLatenciesMillis(WorkflowPlan plan, String stage) {
    return new WorkflowRun(this, plan).latenciesOf(workflow.index(stage));
  }
}
