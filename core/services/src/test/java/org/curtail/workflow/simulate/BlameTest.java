package org.curtail.workflow.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.Blame.StageBlame;
import org.junit.jupiter.api.Test;

class BlameTest {
  private static StageTimes always(double millis) {
    return StageTimes.independent(new double[] {millis});
  }

  /** Returns times with one slow time in {@code of}. */
  private static StageTimes rarely(double fast, double slow, int of) {
    double[] millis = new double[of];
    Arrays.fill(millis, fast);
    millis[0] = slow;
    return StageTimes.independent(millis);
  }

  @Test
  void theStageThatIsRarelySlowIsBlamedAndNotTheOneThatIsAlwaysSlow() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("steady", List.of(), 1, always(100)),
                Stage.of("rare", List.of("steady"), 1, rarely(1, 80, 50)),
                Stage.of("beside", List.of("steady"), 1, always(0.5))));
    Blame blame =
        Blame.of(WorkflowSimulation.of(workflow, 50_000, 1), WorkflowPlan.none(workflow), 0.01);
    assertThat(blame.slowestFromMillis()).isEqualTo(180);
    StageBlame steady = blame.stages().get(0);
    assertThat(steady.stage()).isEqualTo("steady");
    assertThat(steady.meanMillis()).isEqualTo(100);
    assertThat(steady.deviationMillis()).isZero();
    assertThat(steady.criticalFraction()).isEqualTo(1);
    assertThat(steady.blamedFraction()).isZero();
    StageBlame rare = blame.stages().get(1);
    assertThat(rare.blamedFraction()).isEqualTo(1);
    assertThat(rare.meanOfSlowestMillis()).isEqualTo(80);
    assertThat(rare.meanMillis()).isCloseTo(1 + 79 / 50.0, within(0.2));
    assertThat(rare.share()).isCloseTo(0.025, within(0.003));
    StageBlame beside = blame.stages().get(2);
    assertThat(beside.criticalFraction()).isZero();
    assertThat(beside.meanMillis()).isZero();
  }

  @Test
  void theContributionsAddUpToTheLatency() {
    Cases.random(
        1,
        100,
        random -> {
          Workflow workflow = RandomWorkflows.any(random);
          WorkflowPlan plan = RandomWorkflows.anything(random, workflow);
          WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 700, random.nextLong());
          Blame all = Blame.of(simulation, plan, 1);
          double mean = all.stages().stream().mapToDouble(StageBlame::meanMillis).sum();
          assertThat(mean).isCloseTo(simulation.run(plan).meanMillis(), within(1e-9));
          for (StageBlame stage : all.stages()) {
            assertThat(stage.meanOfSlowestMillis()).isCloseTo(stage.meanMillis(), within(1e-9));
            assertThat(stage.criticalFractionOfSlowest()).isEqualTo(stage.criticalFraction());
          }
          Blame slow = Blame.of(simulation, plan);
          double[] ascending = simulation.run(plan).latenciesMillis();
          Arrays.sort(ascending);
          assertThat(slow.slowestFromMillis()).isEqualTo(ascending[700 - 35]);
        });
  }

  @Test
  void aCallerContributesWhatTheStagesWithinItDoNot() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("caller", List.of(), 1, always(10)),
                Stage.of("short", List.of(), 1, always(3)).within("caller"),
                Stage.of("long", List.of(), 1, always(30)).within("caller"),
                Stage.of("last", List.of("caller"), 1, always(2))));
    Blame blame = Blame.of(WorkflowSimulation.of(workflow, 4, 1), WorkflowPlan.none(workflow));
    assertThat(blame.stages().stream().map(StageBlame::meanMillis))
        .containsExactly(10.0, 0.0, 30.0, 2.0);
  }

  @Test
  void theWaitForACopyIsTheCallersOwn() {
    // The copy answers after 20 + 1 + 5 ms, the original after 40 + 5.
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of(
                    "caller", List.of(), 1, StageTimes.paired(new double[] {40}, new double[] {1})),
                Stage.of("called", List.of(), 1, always(5)).within("caller")));
    WorkflowPlan plan =
        new WorkflowPlan(
            "w",
            WorkflowGoal.reissue(99, 1),
            List.of(
                new StagePlan("caller", ReissuePolicy.singleD(20), 1, PartialAnswer.NONE, 0),
                StagePlan.none("called")),
            CatchUp.NONE);
    Blame blame = Blame.of(WorkflowSimulation.of(workflow, 4, 1), plan);
    assertThat(blame.stages().stream().map(StageBlame::meanMillis)).containsExactly(21.0, 5.0);
  }

  @Test
  void aShareThatIsNoneIsRejected() {
    Workflow workflow = Workflow.of("w", List.of(Stage.of("a", List.of(), 1, always(1))));
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 4, 1);
    for (double share : new double[] {0, -1, 1.1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Blame.of(simulation, WorkflowPlan.none(workflow), share))
          .withMessageContaining("slowestShare must be above 0 and at most 1");
    }
  }
}
