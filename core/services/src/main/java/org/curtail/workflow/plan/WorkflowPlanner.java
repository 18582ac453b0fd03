package org.curtail.workflow.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowHalves;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.SimulatedTail;
import org.curtail.workflow.estimate.StageWeights;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * Splits a budget for copies over the stages of a workflow to shorten the end-to-end tail (Kwiken,
 * section 4.1). {@link HullFill} replaces Kwiken's greedy search, and SingleR its time-outs. Stages
 * wait for all needed answers; {@link org.curtail.workflow.partial.CombinedPlanner} adds partial
 * answers.
 *
 * <p><b>Polish.</b> The split of the least sum of variances ignores the graph. With {@link
 * PlanOptions#polished}, {@link SplitImprover} improves it on simulated requests from the first
 * three quarters of each stage's times. The last quarter, unknown to the search, decides whether
 * the improved split is used. Deterministic, stateless.
 */
public final class WorkflowPlanner {
  private static final double TRAINING = 0.75;

  /** Least number of times per stage for a division: a quarter of fewer times has no tail. */
  private static final int LEAST_TO_DIVIDE = 400;

  private static final int MARGIN_ROUNDS = 8;
  private static final int BUDGET_HALVINGS = 14;

  private final WorkflowCurves curves;
  private final WorkflowGoal goal;
  private final PlanOptions options;

  private WorkflowPlanner(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    this.curves = curves;
    this.goal = goal;
    this.options = options;
  }

  /** Returns the plan for a budget with {@link PlanOptions#DEFAULT}. */
  public static WorkflowPlan plan(Workflow workflow, WorkflowGoal goal) {
    return plan(WorkflowCurves.of(workflow), goal, PlanOptions.DEFAULT);
  }

  /**
   * Returns a plan for a budget. The plan's shares of copies are predicted from its policies.
   *
   * @param goal percentile and budget; the loss is not used
   */
  public static WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    return new WorkflowPlanner(curves, goal, options).plan();
  }

  private WorkflowPlan plan() {
    double[] weights = StageWeights.of(curves.workflow(), goal, options);
    Split split = filled(curves, goal.budget(), weights);
    boolean isPolished = options.polished() && goal.budget() > 0;
    if (isPolished) {
      split = polished(split, weights);
    }
    WorkflowPlan plan = split.plan(goal);
    double budget = goal.budget();
    for (int round = 0; options.safetyDeviations() > 0 && round < MARGIN_ROUNDS; round++) {
      double most = CostBound.of(curves, plan).most(options.safetyDeviations());
      if (most <= goal.budget()) {
        break;
      }
      budget *= goal.budget() / most;
      split = isPolished ? split.within(budget) : filled(curves, budget, weights);
      plan = split.plan(goal);
    }
    return plan;
  }

  /** Shares of copies, and the curves that give their policies. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Split(WorkflowCurves curves, double[] fractions) {
    WorkflowPlan plan(WorkflowGoal goal) {
      return curves.plan(goal, fractions, Realisation.SINGLE_R);
    }

    Split within(double budget) {
      return new Split(curves, curves.costs().within(budget, fractions));
    }
  }

  private Split filled(WorkflowCurves of, double budget, double[] weights) {
    if (of.hasCallers()) {
      NestedFill.Split best = new NestedFill(of, goal, budget, weights).best();
      return new Split(best.curves(), best.fractions());
    }
    List<Double> boxed = Arrays.stream(weights).boxed().toList();
    return new Split(of, BudgetSplit.leastVariance(boxed).fractions(of, budget));
  }

  private Split polished(Split plain, double[] weights) {
    Workflow all = curves.workflow();
    boolean isDivided =
        all.stages().stream().allMatch(stage -> stage.times().size() >= LEAST_TO_DIVIDE);
    WorkflowHalves halves =
        isDivided ? WorkflowHalves.split(all, TRAINING) : new WorkflowHalves(all, all);
    Split start =
        isDivided ? filled(WorkflowCurves.of(halves.earlier()), goal.budget(), weights) : plain;
    SimulatedTail training = tail(halves.earlier(), options.seed());
    double[] moved = SplitImprover.polished(start.curves(), goal, training, start.fractions());
    // Another seed gives other requests than those of the search.
    SimulatedTail unseen = tail(halves.later(), options.seed() + 1);
    Split candidate = new Split(start.curves(), moved);
    if (unseen.of(candidate.plan(goal)) >= unseen.of(start.plan(goal))) {
      return plain;
    }
    return withCallers(new Split(plain.curves(), moved)).within(goal.budget());
  }

  private SimulatedTail tail(Workflow workflow, long seed) {
    var simulation = WorkflowSimulation.of(workflow, options.requests(), seed);
    return new SimulatedTail(simulation, goal.percentile());
  }

  /** Returns a split with the curves of callers whose nested stages follow it. */
  private Split withCallers(Split split) {
    if (!curves.hasCallers()) {
      return split;
    }
    WorkflowCurves given = split.curves().given(split.plan(goal));
    return new Split(given, split.fractions());
  }

  /**
   * Returns the plan of least budget with a percentile of at most a target.
   *
   * @param percentile above 0, below 100
   * @param targetMillis above 0
   * @return the plan; one without copies if none is needed; empty if even a budget of 1 misses the
   *     target
   */
  public static Optional<WorkflowPlan> leastBudget(
      Workflow workflow, double percentile, double targetMillis) {
    return leastBudget(WorkflowCurves.of(workflow), percentile, targetMillis, PlanOptions.DEFAULT);
  }

  /**
   * Returns the plan of least budget for given curves. The percentile is simulated on the same
   * requests for all budgets. Bisection finds the budget to a ten-thousandth.
   */
  public static Optional<WorkflowPlan> leastBudget(
      WorkflowCurves curves, double percentile, double targetMillis, PlanOptions options) {
    if (!(targetMillis > 0)) {
      throw new IllegalArgumentException("targetMillis must be above 0: " + targetMillis);
    }
    var simulation = WorkflowSimulation.of(curves.workflow(), options.requests(), options.seed());
    WorkflowPlan none = WorkflowPlan.none(curves.workflow(), WorkflowGoal.reissue(percentile, 0));
    if (reaches(simulation, none, targetMillis)) {
      return Optional.of(none);
    }
    WorkflowPlan best = plan(curves, WorkflowGoal.reissue(percentile, 1), options);
    if (!reaches(simulation, best, targetMillis)) {
      return Optional.empty();
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < BUDGET_HALVINGS; i++) {
      double middle = (low + high) / 2;
      WorkflowPlan plan = plan(curves, WorkflowGoal.reissue(percentile, middle), options);
      if (reaches(simulation, plan, targetMillis)) {
        high = middle;
        best = plan;
      } else {
        low = middle;
      }
    }
    return Optional.of(best);
  }

  private static boolean reaches(
      WorkflowSimulation simulation, WorkflowPlan plan, double targetMillis) {
    return simulation.run(plan).percentileMillis(plan.goal().percentile()) <= targetMillis;
  }
}
