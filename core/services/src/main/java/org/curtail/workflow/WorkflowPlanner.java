package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Splits a budget for copies over the stages of a workflow so that the tail from end to end gets
 * short (Kwiken, section 4.1, with {@link HullFill} in place of its greedy search and SingleR in
 * place of plain time-outs). Stages wait for all; partial answers are planned elsewhere.
 *
 * <p><b>Polish.</b> The split of least sum of variances knows nothing of the graph. With {@link
 * PlanOptions#polished} it is improved by trying ({@link SplitPolish}), on the first three quarters
 * of the times of each stage; the last quarter, which it has not seen, says whether the improved
 * split is taken. Deterministic, stateless.
 */
public final class WorkflowPlanner {
  private static final double TRAINING = 0.75;

  /** With fewer times in a stage, a quarter of them has no tail to check a split with. */
  private static final int LEAST_TO_DIVIDE = 400;

  private static final int MARGIN_ROUNDS = 8;
  private static final int BUDGET_HALVINGS = 14;

  /** So often a stage counts at least, though it is on no slow request's critical path. */
  private static final double LEAST_WEIGHT = 0.01;

  private final WorkflowCurves curves;
  private final WorkflowGoal goal;
  private final PlanOptions options;

  private WorkflowPlanner(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    this.curves = curves;
    this.goal = goal;
    this.options = options;
  }

  /** The plain plan for a budget. */
  public static WorkflowPlan plan(Workflow workflow, WorkflowGoal goal) {
    return plan(WorkflowCurves.of(workflow), goal, PlanOptions.DEFAULT);
  }

  /**
   * A plan for a budget. Its shares of copies are those that its policies are predicted to send.
   *
   * @param goal its loss is not used
   */
  public static WorkflowPlan plan(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    return new WorkflowPlanner(curves, goal, options).plan();
  }

  private WorkflowPlan plan() {
    double[] weights = weights();
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

  /** Shares of copies, and the curves by which they become policies. */
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

  /** How often each stage is on the critical path of a slow request; else all the same. */
  private double[] weights() {
    return weights(curves, goal, options);
  }

  static double[] weights(WorkflowCurves curves, WorkflowGoal goal, PlanOptions options) {
    double[] weights = new double[curves.curves().size()];
    Arrays.fill(weights, 1);
    if (options.byCriticality()) {
      Workflow workflow = curves.workflow();
      Blame blame =
          Blame.of(
              WorkflowSimulation.of(workflow, options.requests(), options.seed()),
              WorkflowPlan.none(workflow, goal));
      for (int s = 0; s < weights.length; s++) {
        weights[s] = Math.max(LEAST_WEIGHT, blame.stages().get(s).criticalFractionOfSlowest());
      }
    }
    return weights;
  }

  private Split polished(Split plain, double[] weights) {
    Workflow all = curves.workflow();
    boolean isDivided =
        all.stages().stream().allMatch(stage -> stage.times().size() >= LEAST_TO_DIVIDE);
    WorkflowHalves halves =
        isDivided ? WorkflowHalves.split(all, TRAINING) : new WorkflowHalves(all, all);
    Split start =
        isDivided ? filled(WorkflowCurves.of(halves.earlier()), goal.budget(), weights) : plain;
    SimulatedTail tried = tail(halves.earlier(), options.seed());
    double[] moved = SplitPolish.polished(start.curves(), goal, tried, start.fractions());
    // Other requests too, for those of the trial are what the split was fitted to.
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

  /** With the curves of callers as they are under this split. */
  private Split withCallers(Split split) {
    if (!curves.hasCallers()) {
      return split;
    }
    WorkflowCurves given = split.curves().given(split.plan(goal));
    return new Split(given, split.fractions());
  }

  /**
   * The plan of least budget that brings a percentile to a target.
   *
   * @param percentile above 0, below 100
   * @param targetMillis above 0
   * @return empty if not even a budget of 1 reaches the target; without copies if none is needed
   */
  public static Optional<WorkflowPlan> leastBudget(
      Workflow workflow, double percentile, double targetMillis) {
    return leastBudget(WorkflowCurves.of(workflow), percentile, targetMillis, PlanOptions.DEFAULT);
  }

  /**
   * The same of curves that were drawn before. The percentile is that of simulated requests, the
   * same for all budgets; the budget is found by halving, to a ten-thousandth.
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
