package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Test;

class WorkflowPlannerTest {
  private static final PlanOptions SMALL = PlanOptions.DEFAULT.simulating(4_000, 5);

  private static double tail(Workflow workflow, WorkflowPlan plan) {
    return WorkflowSimulation.of(workflow, 20_000, 77).run(plan).percentileMillis(99);
  }

  @Test
  void aPlanListsEveryStageAndSaysWhatItsPoliciesSend() {
    Cases.random(
        32_000,
        10,
        random -> {
          Workflow workflow = RandomStages.workflow(random, 5, 300);
          WorkflowPlan plan = WorkflowPlanner.plan(workflow, WorkflowGoal.reissue(99, 0.05));
          plan.requireFits(workflow);
          for (StagePlan stage : plan.stages()) {
            StageCurve curve = StageCurve.of(workflow.stage(stage.stage()));
            assertThat(curve.at(stage.policy()).reissueFraction())
                .isCloseTo(stage.reissueFraction(), within(1e-12));
          }
          double[] fractions =
              plan.stages().stream().mapToDouble(StagePlan::reissueFraction).toArray();
          assertThat(workflow.budgetUsed(fractions)).isLessThanOrEqualTo(0.05 * (1 + 1e-9));
        });
  }

  @Test
  void withoutABudgetNothingIsSentAgain() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(1), 4, 500);
    PlanOptions all = SMALL.polishing().weightedByCriticality().withSafety(1.645);
    WorkflowPlan plan =
        WorkflowPlanner.plan(WorkflowCurves.of(workflow), WorkflowGoal.reissue(99, 0), all);
    assertThat(plan.stages())
        .allSatisfy(stage -> assertThat(stage.policy()).isEqualTo(ReissuePolicy.NONE));
  }

  @Test
  void theMarginKeepsTheBoundOfTheCostWithinTheBudget() {
    Cases.random(
        33_000,
        10,
        random -> {
          Workflow workflow = RandomStages.workflow(random, 4, 200);
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          WorkflowGoal goal = WorkflowGoal.reissue(99, 0.05);
          WorkflowPlan safe = WorkflowPlanner.plan(curves, goal, SMALL.withSafety(2));
          CostBound bound = CostBound.of(curves, safe);
          assertThat(bound.most(2)).isBetween(0.045, 0.05 * 1.001);
          assertThat(bound.budgetUsed()).isLessThan(0.05);
        });
  }

  @Test
  void thePolishedSplitCostsNoMoreAndIsNotWorseOnOtherRequests() {
    Cases.random(
        34_000,
        3,
        random -> {
          Workflow workflow = RandomStages.workflow(random, 5, 1_000);
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          WorkflowGoal goal = WorkflowGoal.reissue(99, 0.05);
          WorkflowPlan plain = WorkflowPlanner.plan(curves, goal, SMALL);
          WorkflowPlan polished = WorkflowPlanner.plan(curves, goal, SMALL.polishing());
          assertThat(curves.budgetUsed(polished)).isLessThanOrEqualTo(0.05 * (1 + 1e-9));
          assertThat(tail(workflow, polished)).isLessThan(tail(workflow, plain) * 1.03);
          assertThat(tail(workflow, plain))
              .isLessThan(tail(workflow, WorkflowPlan.none(workflow, goal)));
        });
  }

  @Test
  void polishMovesBudgetToTheStageThatMattersThoughAnotherHasTheGreaterVariance() {
    var random = new SplittableRandom(3);
    // The side branch varies more, but ends long before the chain; only the chain makes requests
    // slow.
    Workflow workflow =
        Workflow.of(
            "side",
            List.of(
                Stage.of("side", List.of(), 1, RandomStages.bimodal(random, 2_000, 0.05, 100)),
                Stage.of("long", List.of(), 1, RandomStages.logNormal(random, 2_000, 150, 0.15))));
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    WorkflowGoal goal = WorkflowGoal.reissue(99, 0.02);
    WorkflowPlan plain = WorkflowPlanner.plan(curves, goal, SMALL);
    WorkflowPlan polished = WorkflowPlanner.plan(curves, goal, SMALL.polishing());
    assertThat(polished.stages().get(1).reissueFraction())
        .isGreaterThanOrEqualTo(plain.stages().get(1).reissueFraction());
    assertThat(tail(workflow, polished)).isLessThanOrEqualTo(tail(workflow, plain));
    WorkflowPlan weighted = WorkflowPlanner.plan(curves, goal, SMALL.weightedByCriticality());
    assertThat(weighted.stages().get(1).reissueFraction())
        .isGreaterThanOrEqualTo(plain.stages().get(1).reissueFraction());
  }

  @Test
  void theLeastBudgetForATargetReachesItAndLessDoesNot() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(9), 5, 400);
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    var simulation = WorkflowSimulation.of(workflow, SMALL.requests(), SMALL.seed());
    WorkflowPlan full = WorkflowPlanner.plan(curves, WorkflowGoal.reissue(99, 1), SMALL);
    double without = simulation.run(WorkflowPlan.none(workflow, full.goal())).percentileMillis(99);
    double least = simulation.run(full).percentileMillis(99);
    double target = (without + least) / 2;
    WorkflowPlan found = WorkflowPlanner.leastBudget(curves, 99, target, SMALL).orElseThrow();
    assertThat(simulation.run(found).percentileMillis(99)).isLessThanOrEqualTo(target);
    assertThat(found.goal().budget()).isBetween(0.0001, 0.5);
    WorkflowGoal less = WorkflowGoal.reissue(99, found.goal().budget() * 0.9);
    assertThat(simulation.run(WorkflowPlanner.plan(curves, less, SMALL)).percentileMillis(99))
        .isGreaterThan(target);
    assertThat(WorkflowPlanner.leastBudget(curves, 99, least * 0.9, SMALL)).isEmpty();
    assertThat(
            WorkflowPlanner.leastBudget(curves, 99, without, SMALL).orElseThrow().goal().budget())
        .isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowPlanner.leastBudget(workflow, 99, 0))
        .withMessage("targetMillis must be above 0: 0.0");
  }

  @Test
  void callersAreCopiedOnlyIfThatPaysForAllThatIsWithinThem() {
    Workflow workflow = RandomStages.withCaller(new SplittableRandom(4), 1_000);
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    WorkflowGoal goal = WorkflowGoal.reissue(99, 0.1);
    WorkflowPlan plan = WorkflowPlanner.plan(curves, goal, SMALL);
    double[] fractions = plan.stages().stream().mapToDouble(StagePlan::reissueFraction).toArray();
    assertThat(workflow.budgetUsed(fractions)).isLessThanOrEqualTo(0.1 * (1 + 1e-6));
    var simulation = WorkflowSimulation.of(workflow, 20_000, 3);
    WorkflowResult result = simulation.run(plan);
    assertThat(result.budgetUsed()).isCloseTo(workflow.budgetUsed(fractions), within(0.01));
    for (BudgetSplit split :
        List.of(
            BudgetSplit.equalFraction(), BudgetSplit.equalBudget(), BudgetSplit.leastVariance())) {
      WorkflowPlan other = split.plan(curves, goal);
      assertThat(result.percentileMillis(99))
          .as("%s", split)
          .isLessThan(simulation.run(other).percentileMillis(99) * 1.02);
    }
  }

  @Test
  void theSameTimesGiveTheSamePlan() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(6), 5, 500);
    WorkflowGoal goal = WorkflowGoal.reissue(99, 0.05);
    PlanOptions options = SMALL.polishing().withSafety(1);
    assertThat(WorkflowPlanner.plan(WorkflowCurves.of(workflow), goal, options))
        .isEqualTo(WorkflowPlanner.plan(WorkflowCurves.of(workflow), goal, options));
  }
}
