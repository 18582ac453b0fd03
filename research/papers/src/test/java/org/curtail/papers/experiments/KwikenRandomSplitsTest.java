package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Test;

class KwikenRandomSplitsTest {
  private static double[] logNormal(double sigma, long seed) {
    var chance = new KwikenRandom(seed);
    double[] millis = new double[2_000];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = 10 * Math.exp(sigma * chance.normal());
    }
    return millis;
  }

  private static Stage stage(String name, double[] millis, String... after) {
    return Stage.of(name, List.of(after), 1, StageTimes.independent(millis));
  }

  private static WorkflowPlan best(Workflow workflow, double budgetPercent, int splits) {
    return new KwikenRandomSplits(WorkflowCurves.of(workflow), 4_000, 1)
        .best(budgetPercent, splits, new KwikenRandom(2));
  }

  @Test
  void theBudgetGoesToTheOnlyStageThatNeedsIt() {
    Workflow workflow =
        Workflow.of(
            "steady and unsteady",
            List.of(
                stage("steady", logNormal(0.01, 1)), stage("slow", logNormal(1.2, 2), "steady")));
    WorkflowPlan plan = best(workflow, 5, 400);
    assertThat(plan.stages().get(1).reissueFraction()).isGreaterThan(0.085);
    assertThat(plan.stages().get(0).reissueFraction()).isLessThan(0.015);
  }

  @Test
  void theBestKeepsItsBudgetAndLowersTheTail() {
    KwikenWorkflow of = KwikenWorkflow.ofStages("five", 5, KwikenFit.of(1), 1, 1_000);
    Workflow workflow = of.training();
    WorkflowPlan plan = best(workflow, 10, 300);
    var simulation = WorkflowSimulation.of(workflow, 20_000, 3);
    var with = simulation.run(plan);
    assertThat(with.budgetUsed()).isLessThan(0.105);
    assertThat(with.percentileMillis(99))
        .isLessThan(simulation.run(WorkflowPlan.none(workflow)).percentileMillis(99));
  }

  @Test
  void noSplitLeavesEverythingAsItIs() {
    KwikenWorkflow of = KwikenWorkflow.ofStages("five", 5, KwikenFit.of(1), 1, 1_000);
    WorkflowPlan plan = best(of.training(), 10, 0);
    var simulation = WorkflowSimulation.of(of.training(), 2_000, 3);
    assertThat(simulation.run(plan).budgetUsed()).isCloseTo(0, within(0.002));
  }
}
