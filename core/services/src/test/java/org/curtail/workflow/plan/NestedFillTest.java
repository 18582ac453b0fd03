package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.curtail.testkit.Cases;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.WorkflowGoal;
import org.junit.jupiter.api.Test;

class NestedFillTest {
  private static final double BUDGET = 0.1;
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, BUDGET);
  private static final double[] WEIGHTS = {1, 1, 1, 1};

  /** The oracle evaluates all splits of the budget between the four stages, in steps of a sixth. */
  @Test
  void noSplitOfTheBudgetLeavesMuchLessVariance() {
    Cases.random(
        44_000,
        Cases.count(1, 10),
        random -> {
          WorkflowCurves curves = WorkflowCurves.of(RandomStages.withCaller(random, 150));
          NestedFill.Split found = new NestedFill(curves, GOAL, BUDGET, WEIGHTS).best();
          double best = Double.POSITIVE_INFINITY;
          int steps = 6;
          for (int a = 0; a <= steps; a++) {
            for (int b = 0; a + b <= steps; b++) {
              for (int c = 0; a + b + c <= steps; c++) {
                double[] shares = {a, b, c, steps - a - b - c};
                best = Math.min(best, variance(curves, fractions(curves, shares)));
              }
            }
          }
          assertThat(found.variance()).isLessThanOrEqualTo(1.05 * best);
          assertThat(found.variance()).isLessThan(0.95 * variance(curves, new double[4]));
          assertThat(curves.costs().budgetUsed(found.fractions()))
              .isBetween(0.999 * BUDGET, BUDGET * (1 + 1e-9));
          assertThat(found.variance()).isEqualTo(variance(found.curves(), found.fractions(), 0));
        });
  }

  private static double[] fractions(WorkflowCurves curves, double[] shares) {
    double[] costs = curves.costs().ofAll(new double[4]);
    double spent = BUDGET * curves.costs().first() / Arrays.stream(shares).sum();
    double[] fractions = new double[4];
    Arrays.setAll(fractions, s -> Math.min(1, shares[s] * spent / costs[s]));
    return curves.costs().within(BUDGET, fractions);
  }

  private static double variance(WorkflowCurves curves, double[] fractions) {
    return variance(curves, fractions, 2);
  }

  /**
   * Returns the variance over the stages that the workflow itself calls, with curves of callers
   * after rounds.
   */
  private static double variance(WorkflowCurves curves, double[] fractions, int rounds) {
    WorkflowCurves given = curves;
    for (int round = 0; round < rounds; round++) {
      given = given.given(given.plan(GOAL, fractions, Realisation.SINGLE_R));
    }
    double variance = 0;
    for (int s : new int[] {0, 3}) {
      variance += given.curves().get(s).leastVariance(fractions[s]).varianceMillisSquared();
    }
    return variance;
  }
}
