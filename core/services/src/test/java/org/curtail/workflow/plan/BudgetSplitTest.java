package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.testkit.Cases;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Test;

class BudgetSplitTest {
  private static final List<BudgetSplit> ALL =
      List.of(
          BudgetSplit.leastVariance(),
          BudgetSplit.sumVar(),
          BudgetSplit.equalFraction(),
          BudgetSplit.equalBudget(),
          BudgetSplit.slowestStage());

  @Test
  void noSplitCostsMoreThanTheBudgetNorDoesItsPlan() {
    Cases.random(
        27_000,
        30,
        random -> {
          Workflow workflow = RandomStages.workflow(random, random.nextInt(1, 7), 150);
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          double budget = random.nextInt(5) == 0 ? 0 : Math.pow(random.nextDouble(), 3);
          WorkflowGoal goal = WorkflowGoal.reissue(99, budget);
          for (BudgetSplit split : ALL) {
            double[] fractions = split.fractions(curves, budget);
            assertThat(workflow.budgetUsed(fractions))
                .as("%s", split)
                .isLessThanOrEqualTo(budget * (1 + 1e-9));
            assertThat(Arrays.stream(fractions).max().orElseThrow()).isLessThanOrEqualTo(1);
            for (Realisation how : Realisation.values()) {
              WorkflowPlan plan = split.plan(curves, goal, how);
              plan.requireFits(workflow);
              assertThat(curves.budgetUsed(plan))
                  .as("%s by %s", split, how)
                  .isLessThanOrEqualTo(budget * (1 + 1e-9));
            }
          }
        });
  }

  @Test
  void theHullFillLeavesTheLeastSumOfVariancesOfAll() {
    Cases.random(
        28_000,
        30,
        random -> {
          WorkflowCurves curves =
              WorkflowCurves.of(RandomStages.workflow(random, random.nextInt(2, 7), 150));
          double budget = random.nextDouble(0.3);
          double least = variance(curves, BudgetSplit.leastVariance().fractions(curves, budget));
          for (BudgetSplit split : ALL) {
            assertThat(variance(curves, split.fractions(curves, budget)))
                .as("%s", split)
                .isGreaterThanOrEqualTo(least * (1 - 1e-9));
          }
        });
  }

  @Test
  void budgetIsLeftOnlyWhereMoreCopiesBringNothing() {
    Cases.random(
        29_000,
        30,
        random -> {
          Workflow workflow = RandomStages.workflow(random, random.nextInt(1, 7), 150);
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          double budget = random.nextDouble(0.2);
          for (BudgetSplit split : List.of(BudgetSplit.leastVariance(), BudgetSplit.sumVar())) {
            double[] fractions = split.fractions(curves, budget);
            boolean allTakeAll = true;
            for (int s = 0; s < fractions.length; s++) {
              allTakeAll &= fractions[s] >= curves.hulls().get(s).mostFraction() * (1 - 1e-9);
            }
            if (!allTakeAll) {
              assertThat(workflow.budgetUsed(fractions))
                  .as("%s", split)
                  .isCloseTo(budget, within(1e-9));
            }
          }
        });
  }

  private static double variance(WorkflowCurves curves, double[] fractions) {
    double sum = 0;
    for (int s = 0; s < fractions.length; s++) {
      sum += curves.hulls().get(s).at(fractions[s]);
    }
    return sum;
  }

  @Test
  void opponentsSplitAsTheirNamesSay() {
    Workflow workflow =
        Workflow.of(
            "three",
            List.of(
                Stage.of("cheap", List.of(), 1, StageTimes.independent(new double[] {1, 2, 9})),
                Stage.of("dear", List.of(), 98, StageTimes.independent(new double[] {4, 5, 60})),
                Stage.of("other", List.of(), 1, StageTimes.independent(new double[] {1, 2, 9}))));
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    assertThat(BudgetSplit.equalFraction().fractions(curves, 0.06))
        .containsExactly(0.06, 0.06, 0.06);
    assertThat(BudgetSplit.equalBudget().fractions(curves, 0.06))
        .containsExactly(new double[] {1, 2 / 98.0, 1}, within(1e-12));
    assertThat(BudgetSplit.slowestStage().fractions(curves, 0.06))
        .containsExactly(new double[] {0, 6 / 98.0, 0}, within(1e-12));
  }
}
