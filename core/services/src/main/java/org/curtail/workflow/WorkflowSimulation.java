package org.curtail.workflow;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A simulation of requests through a workflow without queues: times of calls are drawn from the
 * measured ones and do not depend on load. All random draws are fixed by place: the times of
 * original call and copy, and the coin of the copy. All plans therefore get the same requests, and
 * the same seed gives the same bits on every machine. Immutable; thread-safe.
 *
 * <p><b>A visit</b> of a stage calls all responders at once. A call without an answer after the
 * delay of the stage's policy gets a copy by a coin, unless the visit has ended by then. Its time
 * is the lesser of the original's time and of the delay plus the copy's time. The visit ends by
 * {@link Responders} and {@link PartialAnswer}. If a stage calls others, the original is the
 * stage's own time followed by a run through the nested stages; so is its copy, with times and
 * coins of its own. An attempt that comes too late is not cancelled: its copies count.
 *
 * <p><b>Times of copies.</b> With pairs, the second time of the pair whose first time was drawn;
 * otherwise an independent draw. With {@link JointTraces}, whole traces are drawn, and a stage
 * takes the time of the trace; its copy takes an independent draw, or the second time of the pair
 * whose first time is nearest. A stage that a trace did not visit takes no time, costs nothing and
 * sends no copy.
 *
 * <p>Source: the simulator of Kwiken (SIGCOMM'13), section 5.1.
 */
public final class WorkflowSimulation {
  private final Workflow workflow;
  private final int requests;
  private final long seed;

  /** By stage. */
  private final StageDraws[] draws;

  /** Kept, since every plan is compared with it. */
  private @Nullable WorkflowResult withoutCopies;

  private WorkflowSimulation(Workflow workflow, int requests, long seed) {
    this.workflow = workflow;
    this.requests = requests;
    this.seed = seed;
    draws = new StageDraws[workflow.stages().size()];
    Arrays.setAll(draws, stage -> new StageDraws(workflow, stage, seed));
  }

  /**
   * Returns a simulation of a workflow.
   *
   * @param requests number of requests: at least 1
   * @param seed seed of all draws
   */
  public static WorkflowSimulation of(Workflow workflow, int requests, long seed) {
    if (requests < 1) {
      throw new IllegalArgumentException("requests must be at least 1: " + requests);
    }
    return new WorkflowSimulation(workflow, requests, seed);
  }

  /** Returns the workflow. */
  public Workflow workflow() {
    return workflow;
  }

  /** Returns the number of requests: at least 1. */
  public int requests() {
    return requests;
  }

  /** Returns the seed of all draws. */
  public long seed() {
    return seed;
  }

  /** Returns the draws of a stage, by index. */
  StageDraws draws(int stage) {
    return draws[stage];
  }

  /**
   * Runs all requests. The result without any plan is kept, so a second call is free.
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
   * Returns the time of each original visit of a stage with all nested stages, in the order of
   * requests; without requests that do not visit it.
   */
  public double[] stageLatenciesMillis(WorkflowPlan plan, String stage) {
    return new WorkflowRun(this, plan).latenciesOf(workflow.index(stage));
  }
}
