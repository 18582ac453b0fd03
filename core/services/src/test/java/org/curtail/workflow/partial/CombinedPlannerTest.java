package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.NormalDistribution;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CombinedPlannerTest {
  private static final double BUDGET = 0.01;
  private static final double LOSS = 0.002;
  private static final PlanOptions OPTIONS = PlanOptions.DEFAULT.simulating(3_000, 1);
  private static final SyntheticVisits SEARCH =
      new SyntheticVisits(40, 20, 0.25, 0.3, 0.1, 0.015, 8, 400);
  private static final Workflow WORKFLOW = workflow();
  private static final WorkflowCurves CURVES = WorkflowCurves.of(WORKFLOW);

  /** Returns a workflow: parse, search at many servers, two services side by side, then join. */
  private static Workflow workflow() {
    return Workflow.of(
        "page",
        List.of(
            Stage.of("parse", List.of(), 1, times(3, 0.3, 1)),
            SEARCH.stage("search", List.of("parse"), 40, 1_000, 1),
            Stage.of("snippets", List.of("search"), 4, times(15, 1.0, 2)),
            Stage.of("related", List.of("search"), 2, times(10, 1.2, 3)),
            Stage.of("page", List.of("snippets", "related"), 2, times(8, 0.6, 4))));
  }

  private static StageTimes times(double median, double sigma, long seed) {
    var random = new SplittableRandom(seed);
    double[] millis = new double[3_000];
    for (int i = 0; i < millis.length; i++) {
      double normal = NormalDistribution.quantile((random.nextInt(1 << 20) + 0.5) / (1 << 20));
      millis[i] = Math.min(50 * median, median * StrictMath.exp(sigma * normal));
    }
    return StageTimes.independent(millis);
  }

  private record Goal(WorkflowGoal goal, CatchUpBudget catchUp) {}

  /** Shared by several tests, as planning takes a while. */
  private static final Map<Goal, WorkflowPlan> PLANS = new HashMap<>();

  private static final Map<WorkflowPlan, WorkflowResult> RESULTS = new HashMap<>();

  private static WorkflowPlan plan(double budget, double loss, CatchUpBudget catchUp) {
    return PLANS.computeIfAbsent(
        new Goal(new WorkflowGoal(99, budget, loss), catchUp),
        goal -> CombinedPlanner.plan(CURVES, goal.goal(), goal.catchUp(), OPTIONS));
  }

  private static WorkflowResult onOtherRequests(WorkflowPlan plan) {
    return RESULTS.computeIfAbsent(plan, it -> WorkflowSimulation.of(WORKFLOW, 12_000, 77).run(it));
  }

  @Test
  void copiesAndLossTogetherBringMoreThanEitherAlone() {
    double without = p99(WorkflowPlan.none(WORKFLOW));
    double copies = p99(plan(BUDGET, 0, CatchUpBudget.NONE));
    double partial = p99(plan(0, LOSS, CatchUpBudget.NONE));
    double together = p99(plan(BUDGET, LOSS, CatchUpBudget.NONE));
    assertThat(copies).isLessThan(0.95 * without);
    assertThat(partial).isLessThan(0.95 * without);
    assertThat(together).isLessThan(0.97 * Math.min(copies, partial));
  }

  private static double p99(WorkflowPlan plan) {
    return onOtherRequests(plan).percentileMillis(99);
  }

  @Test
  void bothBudgetsAreKeptAndWhatIsPredictedIsAchieved() {
    WorkflowPlan plan = plan(BUDGET, LOSS, CatchUpBudget.NONE);
    WorkflowResult result = onOtherRequests(plan);
    assertThat(result.budgetUsed()).isBetween(0.8 * BUDGET, 1.05 * BUDGET);
    assertThat(result.loss()).isBetween(0.5 * LOSS, 1.15 * LOSS);
    for (int s = 0; s < plan.stages().size(); s++) {
      StagePlan stage = plan.stages().get(s);
      assertThat(result.reissueFraction(s)).isCloseTo(stage.reissueFraction(), within(0.01));
      assertThat(result.loss(s)).isCloseTo(stage.loss(), within(0.15 * LOSS));
    }
  }

  @Test
  void withoutLossThePlanIsThatOfCopiesAlone() {
    WorkflowPlan whole = plan(BUDGET, 0, CatchUpBudget.NONE);
    WorkflowPlan copies = WorkflowPlanner.plan(CURVES, WorkflowGoal.reissue(99, BUDGET), OPTIONS);
    assertThat(whole.stages()).isEqualTo(copies.stages());
  }

  @Test
  void withoutAnyBudgetNothingIsDone() {
    WorkflowPlan plan = plan(0, 0, CatchUpBudget.NONE);
    assertThat(plan.stages()).isEqualTo(WorkflowPlan.none(WORKFLOW).stages());
    assertThat(plan.catchUp()).isEqualTo(CatchUp.NONE);
  }

  @Test
  void lossIsUsedOnlyWhereSeveralAnswer() {
    for (StagePlan stage : plan(BUDGET, LOSS, CatchUpBudget.NONE).stages()) {
      assertThat(stage.partial().mayLose()).isEqualTo(stage.stage().equals("search"));
    }
  }

  @Test
  void moreThreadsForLateRequestsKeepTheirBudget() {
    var budget = new CatchUpBudget.Threads(3, 2, 0.02);
    WorkflowPlan plan = plan(BUDGET, LOSS, budget);
    WorkflowResult result = onOtherRequests(plan);
    assertThat(plan.catchUp()).isInstanceOf(CatchUp.Threads.class);
    assertThat(result.extraThreadTime()).isBetween(0.8 * 0.02, 1.2 * 0.02);
    assertThat(result.percentileMillis(99)).isLessThan(p99(plan(BUDGET, LOSS, CatchUpBudget.NONE)));
  }

  @Test
  void asManyVisitsGoFirstAsMay() {
    WorkflowPlan plan = plan(BUDGET, 0, new CatchUpBudget.Priority(0.015));
    WorkflowResult result = onOtherRequests(plan);
    double late = 0;
    for (int s = 0; s < WORKFLOW.stages().size(); s++) {
      late += result.lateFraction(s) * WORKFLOW.stages().get(s).cost() / WORKFLOW.totalCost();
    }
    assertThat(plan.catchUp()).isInstanceOf(CatchUp.Priority.class);
    assertThat(late).isBetween(0.5 * 0.015, 1.5 * 0.015);
  }

  @Test
  @Tag("long")
  void copiesForLateRequestsAreWithinTheSameBudgetAndNoWorse() {
    WorkflowPlan plan = plan(BUDGET, LOSS, new CatchUpBudget.GlobalReissue(1 / 6.0));
    WorkflowResult result = onOtherRequests(plan);
    assertThat(result.budgetUsed()).isLessThan(1.05 * BUDGET);
    assertThat(result.percentileMillis(99))
        .isLessThan(1.02 * p99(plan(BUDGET, LOSS, CatchUpBudget.NONE)));
  }
}
