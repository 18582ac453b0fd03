package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowHalves;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Test;

class WorkflowReportTest {
  private static final PlanOptions SMALL = PlanOptions.DEFAULT.simulating(5_000, 8);
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, 0.05);

  @Test
  void predictionsComeFromASimulationAndNotFromTheHull() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(31), 5, 2_000);
    WorkflowReport report = WorkflowReport.of(workflow, GOAL, SMALL);
    var simulation = WorkflowSimulation.of(workflow, 5_000, 8);
    assertThat(report.predicted().p99().withMillis())
        .isEqualTo(simulation.run(report.plan()).percentileMillis(99));
    assertThat(report.predicted().p99().withoutMillis())
        .isEqualTo(simulation.run(WorkflowPlan.none(workflow, GOAL)).percentileMillis(99));
    assertThat(report.predicted().p99().reduction()).isPositive();
    assertThat(report.predicted().cost()).isCloseTo(0.05, within(0.006));
    assertThat(report.cost().budgetUsed()).isLessThanOrEqualTo(0.05 * (1 + 1e-9));
  }

  @Test
  void heldOutIsTheEarlierHalfsPlanOnTheLaterHalf() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(32), 4, 2_000);
    WorkflowReport report = WorkflowReport.of(workflow, GOAL, SMALL);
    WorkflowHalves halves = WorkflowHalves.of(workflow);
    WorkflowPlan earlier = WorkflowPlanner.plan(halves.earlier(), GOAL);
    assertThat(report.heldOut().p99().withMillis())
        .isEqualTo(
            WorkflowSimulation.of(halves.later(), 5_000, 8).run(earlier).percentileMillis(99));
    assertThat(report.heldOut().p99().reduction()).isPositive();
  }

  @Test
  void fewTimesAreSaidToLeaveTheCostUncertain() {
    Workflow few = RandomStages.workflow(new SplittableRandom(33), 3, 60);
    WorkflowReport report = WorkflowReport.of(few, GOAL, SMALL);
    assertThat(report.notes()).singleElement().asString().startsWith("The times are a sample");
    assertThat(report.document("a log").notes()).isEqualTo(report.notes());
    assertThat(report.document("a log").source()).isEqualTo("a log");
    PlanOptions safe = SMALL.withSafety(1.645);
    assertThat(WorkflowReport.of(few, GOAL, safe).notes()).isEmpty();
  }
}
