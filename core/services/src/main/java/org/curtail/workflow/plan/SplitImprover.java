package org.curtail.workflow.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.SimulatedTail;

/**
 * Improves a split by coordinate descent on the tail, on the same simulated requests for all
 * splits. Each round evaluates, for each stage, the gain of a little more budget and the loss of a
 * little less. Then it moves this amount between the two stages with the best exchange, if the tail
 * falls. Later rounds move less.
 *
 * <p>The first split, of the least sum of variances, ignores the graph; this search does not.
 */
final class SplitImprover {
  /** Shares of the budget that a round moves. */
  private static final double[] STEPS = {0.2, 0.1, 0.05, 0.025};

  private static final int ROUNDS = 8;

  /** Number of best givers and of best receivers that are combined. */
  private static final int BEST = 3;

  /** Least relative fall of the tail that counts as a gain. */
  private static final double LEAST_GAIN = 1e-4;

  private final WorkflowCurves curves;
  private final WorkflowGoal goal;
  private final SimulatedTail tail;
  private final List<StageCurve> stages;

  private double[] fractions;
  private WorkflowPlan plan;
  private double least;

  private SplitImprover(
      WorkflowCurves curves, WorkflowGoal goal, SimulatedTail tail, double[] fractions) {
    this.curves = curves;
    this.goal = goal;
    this.tail = tail;
    this.fractions = fractions;
    stages = curves.curves();
    plan = curves.plan(goal, fractions, Realisation.SINGLE_R);
    least = tail.keep(plan);
  }

  /**
   * Moves budget between stages while the tail falls.
   *
   * @param fractions share of calls for which each stage may send a copy
   * @return the improved fractions, at the same cost or less
   */
  static double[] polished(
      WorkflowCurves curves, WorkflowGoal goal, SimulatedTail tail, double[] fractions) {
    var polish = new SplitImprover(curves, goal, tail, fractions.clone());
    double spent = curves.costs().budgetUsed(fractions) * curves.costs().first();
    for (double step : STEPS) {
      int rounds = 0;
      while (rounds < ROUNDS && polish.improves(step * spent)) {
        rounds++;
      }
    }
    return polish.fractions;
  }

  /** Moves this amount between two stages if the tail falls; true if it did. */
  private boolean improves(double amount) {
    double[] costs = curves.costs().ofAll(fractions);
    int count = fractions.length;
    double[] gains = new double[count];
    double[] losses = new double[count];
    for (int s = 0; s < count; s++) {
      gains[s] = least - tail.of(changed(s, up(s, amount / costs[s])));
      losses[s] = tail.of(changed(s, down(s, amount / costs[s]))) - least;
    }
    List<Integer> receivers =
        IntStream.range(0, count)
            .filter(s -> gains[s] > 0)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer s) -> -gains[s]))
            .limit(BEST)
            .toList();
    List<Integer> givers =
        IntStream.range(0, count)
            .filter(s -> fractions[s] > 0)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer s) -> losses[s]))
            .limit(BEST)
            .toList();
    return best(receivers, givers, costs, amount);
  }

  @SuppressWarnings("ReferenceEquality") // Another array is another split.
  private boolean best(
      List<Integer> receivers, List<Integer> givers, double[] costs, double amount) {
    double[] found = fractions;
    double lowest = least * (1 - LEAST_GAIN);
    for (int to : receivers) {
      for (int from : givers) {
        if (to != from) {
          double[] moved = moved(from, to, costs, amount);
          double seen = tail.of(changed(from, to, moved));
          if (seen < lowest) {
            lowest = seen;
            found = moved;
          }
        }
      }
    }
    if (found == fractions) {
      return false;
    }
    plan = curves.plan(goal, found, Realisation.SINGLE_R);
    fractions = found;
    least = tail.keep(plan);
    return true;
  }

  private double up(int stage, double more) {
    double most = Math.max(fractions[stage], stages.get(stage).hull().mostFraction());
    return Math.min(most, fractions[stage] + more);
  }

  private double down(int stage, double less) {
    return Math.max(0, fractions[stage] - less);
  }

  private double[] moved(int from, int to, double[] costs, double amount) {
    double given = (fractions[from] - down(from, amount / costs[from])) * costs[from];
    double taken = (up(to, amount / costs[to]) - fractions[to]) * costs[to];
    double moved = Math.min(given, taken);
    double[] next = fractions.clone();
    next[from] = Math.max(0, next[from] - moved / costs[from]);
    // Rounding must not give more than 1.
    next[to] = Math.min(1, next[to] + moved / costs[to]);
    // Copies of callers repeat those of nested stages, so a move may cost a little more.
    double budget = curves.costs().budgetUsed(fractions);
    return curves.costs().within(budget, next);
  }

  private WorkflowPlan changed(int stage, double fraction) {
    var changed = new ArrayList<StagePlan>(plan.stages());
    changed.set(stage, WorkflowCurves.plan(stages.get(stage), fraction, Realisation.SINGLE_R));
    return new WorkflowPlan(plan.workflow(), goal, changed, CatchUp.NONE);
  }

  /** Returns the plan after a move between two stages; with nested calls, all stages may change. */
  private WorkflowPlan changed(int from, int to, double[] next) {
    if (curves.hasCallers()) {
      return curves.plan(goal, next, Realisation.SINGLE_R);
    }
    var changed = new ArrayList<StagePlan>(plan.stages());
    changed.set(from, WorkflowCurves.plan(stages.get(from), next[from], Realisation.SINGLE_R));
    changed.set(to, WorkflowCurves.plan(stages.get(to), next[to], Realisation.SINGLE_R));
    return new WorkflowPlan(plan.workflow(), goal, changed, CatchUp.NONE);
  }
}
