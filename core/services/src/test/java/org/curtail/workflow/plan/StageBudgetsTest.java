package org.curtail.workflow.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Test;

class StageBudgetsTest {
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, 0.1);

  @Test
  void everyStageThatSendsCopiesHasItsOwnBudgetAndItsOwnForecast() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(21), 6, 400);
    WorkflowPlan plan = WorkflowPlanner.plan(workflow, GOAL);
    Map<String, PlanDocument> budgets = StageBudgets.of(workflow, plan);
    assertThat(budgets.keySet())
        .containsExactlyElementsOf(
            plan.stages().stream()
                .filter(stage -> stage.reissueFraction() > 0)
                .map(StagePlan::stage)
                .toList());
    assertThat(budgets).isNotEmpty();
    double cost = 0;
    for (Map.Entry<String, PlanDocument> entry : budgets.entrySet()) {
      Stage stage = workflow.stage(entry.getKey());
      var reissue = entry.getValue().plan();
      var forecast = ReissueForecast.of(stage.times().attemptTimes(), reissue.policy());
      assertThat(reissue.reissueFraction()).isCloseTo(forecast.reissueFraction(), within(1e-12));
      assertThat(reissue.goal().budget()).isEqualTo(reissue.reissueFraction());
      assertThat(reissue.predictedMillis()).isEqualTo(forecast.percentileMillis(99));
      assertThat(reissue.withoutMillis())
          .isEqualTo(
              ReissueForecast.of(stage.times().attemptTimes(), ReissuePolicy.NONE)
                  .percentileMillis(99));
      assertThat(reissue.boundMillis()).isLessThanOrEqualTo(reissue.predictedMillis());
      cost += stage.cost() * reissue.goal().budget();
    }
    assertThat(cost / workflow.totalCost()).isLessThanOrEqualTo(0.1 * (1 + 1e-9));
  }

  @Test
  void aCallerIsForecastAsAWholeAndAFanOutCallByCall() {
    Workflow workflow = RandomStages.withCaller(new SplittableRandom(22), 500);
    var stages = new ArrayList<Stage>(workflow.stages());
    int render = workflow.index("render");
    stages.set(render, stages.get(render).asking(Responders.allOf(20)));
    Workflow wide = Workflow.of("wide", stages);
    var plans = new ArrayList<StagePlan>();
    for (Stage stage : wide.stages()) {
      plans.add(
          new StagePlan(stage.name(), ReissuePolicy.singleR(8, 0.5), 0.1, PartialAnswer.NONE, 0));
    }
    Map<String, PlanDocument> budgets =
        StageBudgets.of(wide, new WorkflowPlan("wide", GOAL, plans, CatchUp.NONE));
    assertThat(requireNonNull(budgets.get("front")).plan().withoutMillis())
        .isGreaterThan(
            ReissueForecast.of(wide.stage("front").times().attemptTimes(), ReissuePolicy.NONE)
                .percentileMillis(99));
    assertThat(requireNonNull(budgets.get("front")).notes())
        .containsExactly("A copy of a call of this stage runs the stages within it again.");
    assertThat(requireNonNull(budgets.get("render")).notes())
        .containsExactly(
            "The stage asks 20 servers; this is the plan for the call to each of them.");
    assertThat(requireNonNull(budgets.get("search")).notes()).isEmpty();
  }

  @Test
  void aPlanForAnotherWorkflowIsRefused() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(23), 2, 50);
    WorkflowPlan plan = WorkflowPlan.none(workflow, GOAL);
    Workflow other = RandomStages.withCaller(new SplittableRandom(24), 50);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StageBudgets.of(other, plan))
        .withMessageContaining("random");
  }
}
