package org.curtail.workflow.plan;

import java.util.Arrays;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.estimate.CurveHull;

/**
 * The split for nested calls. The gain of a caller's copies depends on the copies of its nested
 * stages and vice versa, so the split is found in rounds. Each round uses the curves of callers and
 * the costs of copies under the previous round's plan. The saving of a nested stage is weighted by
 * the share that the copies of its callers leave. The result has the least sum of variances over
 * the stages of the workflow itself. Variances are those of policies, not those of the hull.
 */
final class NestedFill {
  private static final int ROUNDS = 4;
  private static final int HALVINGS = 30;

  private final WorkflowCurves curves;
  private final WorkflowGoal goal;
  private final double budget;
  private final double[] weights;

  NestedFill(WorkflowCurves curves, WorkflowGoal goal, double budget, double[] weights) {
    this.curves = curves;
    this.goal = goal;
    this.budget = budget;
    this.weights = weights;
  }

  /** A split, and the curves from which it was made. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Split(WorkflowCurves curves, double[] fractions, double variance) {}

  Split best() {
    double[] fractions = new double[weights.length];
    WorkflowCurves given = curves;
    Split best = split(given, fractions);
    for (int round = 0; round < ROUNDS; round++) {
      fractions = filled(given, fractions);
      // The second time is for callers that are nested stages themselves.
      given = curves.given(given.plan(goal, fractions, Realisation.SINGLE_R));
      given = curves.given(given.plan(goal, fractions, Realisation.SINGLE_R));
      Split split = split(given, fractions);
      if (split.variance() < best.variance()) {
        best = split;
      }
    }
    return best;
  }

  private Split split(WorkflowCurves given, double[] fractions) {
    double[] achieved = achieved(given, fractions);
    double variance = 0;
    for (int s = 0; s < achieved.length; s++) {
      if (curves.workflow().stages().get(s).within() == null) {
        variance += weights[s] * achieved[s];
      }
    }
    return new Split(given, fractions, variance);
  }

  private static double[] achieved(WorkflowCurves given, double[] fractions) {
    double[] variances = new double[fractions.length];
    for (int s = 0; s < fractions.length; s++) {
      variances[s] = given.curves().get(s).leastVariance(fractions[s]).varianceMillisSquared();
    }
    return variances;
  }

  /**
   * Finds the split that costs the budget, by bisection: the cost is not linear in the fractions.
   */
  private double[] filled(WorkflowCurves given, double[] before) {
    double[] costs = curves.costs().ofAll(before);
    double[] counting = counting(given, before);
    double all = Arrays.stream(costs).sum();
    double low = 0;
    double high = all;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      double[] fractions = CurveHull.filled(given.hulls(), costs, counting, middle);
      if (curves.costs().budgetUsed(fractions) <= budget) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return CurveHull.filled(given.hulls(), costs, counting, low);
  }

  /**
   * Returns the weight of each stage's saving: the share of variance that the copies of its callers
   * leave.
   */
  private double[] counting(WorkflowCurves given, double[] fractions) {
    double[] achieved = achieved(given, fractions);
    double[] counting = weights.clone();
    double[] left = new double[counting.length];
    for (int s = 0; s < counting.length; s++) {
      String caller = curves.workflow().stages().get(s).within();
      if (caller != null) {
        int c = curves.workflow().index(caller);
        counting[s] = Math.max(Double.MIN_NORMAL, counting[c] * left[c]);
      }
      double without = given.curves().get(s).without().varianceMillisSquared();
      left[s] = without > 0 ? achieved[s] / without : 1;
    }
    return counting;
  }
}
