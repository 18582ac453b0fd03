package org.curtail.workflow.simulate;

import java.util.Arrays;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.visit.StageDraws;
import org.jspecify.annotations.Nullable;

/**
 * A simulation of requests through a workflow without queues. Times of calls are drawn from the
 * measured times and do not depend on load. The position of a call fixes its random draws: the
 * times of original call and copy, and the coin of the copy. All plans therefore get the same
 * requests, and the same seed gives the same bits on every machine. Immutable; thread-safe.
 *
 * <p><b>A visit</b> of a stage calls all responders at once. If a call has no answer after the
 * delay of the policy and the visit still runs, a coin decides on a copy. The call then takes the
 * lesser of the original's time and of the delay plus the copy's time. {@link Responders} and
 * {@link PartialAnswer} determine the end of the visit. An attempt of a caller takes the caller's
 * own time, and then runs through the nested stages; its copy has times and coins of its own. A
 * late attempt is not cancelled: its copies count.
 *
 * <p><b>Times of copies.</b> With pairs, original call and copy take the times of the same pair;
 * otherwise the copy's time is drawn independently. With {@link JointTraces}, each stage takes the
 * time of a drawn trace. The copy's time is then drawn independently; with pairs, it is the second
 * time of the pair with the nearest first time. If the trace did not visit a stage, the stage takes
 * no time, costs nothing and sends no copy.
 *
 * <p>Source: the simulator of Kwiken (SIGCOMM'13), section 5.1.
 */
public final class WorkflowSimulation {
  private final Workflow workflow;
  private final int requests;
  private final long seed;

  /** By stage. */
  private final StageDraws[] draws;

  /** Result without any plan. Every plan is compared with it. */
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
   * Runs all requests. The result of the plan without copies is kept, so its second run costs
   * nothing.
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
   * requests. Requests that do not visit the stage are left out.
   */
  public double[] stageLatenciesMillis(WorkflowPlan plan, String stage) {
    return new WorkflowRun(this, plan).latenciesOf(workflow.index(stage));
  }
}
