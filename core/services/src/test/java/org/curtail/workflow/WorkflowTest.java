package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkflowTest {
  private static Stage stage(String name, String... after) {
    return Stage.of(name, List.of(after), 1, StageTimes.independent(new double[] {1}));
  }

  private static void assertRejected(String message, Stage... stages) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workflow.of("w", List.of(stages)))
        .withMessage(message);
  }

  @Test
  void stagesComeBehindWhatTheyComeAfterAndElseInTheOrderGiven() {
    Workflow workflow =
        Workflow.of(
            "w", List.of(stage("d", "b", "c"), stage("b", "a"), stage("a"), stage("c", "a")));
    assertThat(workflow.stages().stream().map(Stage::name)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void aCircleIsNamedAsAPath() {
    assertRejected(
        "stages wait for each other in a circle: a -> c -> b -> a",
        stage("start"),
        stage("a", "start", "b"),
        stage("b", "c"),
        stage("c", "a"));
    assertRejected("stages wait for each other in a circle: a -> a", stage("a", "a"));
  }

  @Test
  void stagesThatAreNotThereAreNamed() {
    assertRejected("stage b is after c, which is not a stage", stage("a"), stage("b", "c"));
    assertRejected("stage b is within c, which is not a stage", stage("a"), stage("b").within("c"));
    assertRejected("two stages are named a", stage("a"), stage("a"));
    assertRejected("a workflow needs at least one stage");
  }

  @Test
  void stagesAreAfterOthersOfTheSameCallerOnly() {
    assertRejected(
        "stage c is after b, which is not within the same stage",
        stage("a"),
        stage("b").within("a"),
        stage("c", "b"));
  }

  @Test
  void onlyAStageWithOneResponderCallsOthers() {
    assertRejected(
        "stage b is within a, which asks 3 servers: only a stage that asks one can call others",
        stage("a").asking(Responders.allOf(3)),
        stage("b").within("a"));
  }

  @Test
  void tracesHaveStagesOfTheWorkflowThatAskOneServer() {
    Workflow workflow = Workflow.of("w", List.of(stage("a"), stage("b")));
    JointTraces traces = JointTraces.of(List.of("b", "c"), new double[][] {{1, 2}});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> workflow.with(traces))
        .withMessage("workflow w has no stage c");
    Workflow asking = Workflow.of("w", List.of(stage("b").asking(Responders.allOf(3)), stage("c")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> asking.with(traces))
        .withMessage("traces have one time for stage b, but it asks 3 servers");
  }

  @Test
  void aCopyOfACallerCostsWhatIsWithinItToo() {
    StageTimes times = StageTimes.independent(new double[] {1});
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 2, times),
                Stage.of("b", List.of(), 3, times).within("a"),
                Stage.of("c", List.of(), 5, times).within("b"),
                Stage.of("d", List.of(), 10, times)));
    double[] fractions = {0.1, 0.2, 0.5, 0.25};
    assertThat(workflow.totalCost()).isEqualTo(20);
    assertThat(workflow.copyCost("c", fractions)).isEqualTo(5);
    assertThat(workflow.copyCost("b", fractions)).isEqualTo(3 + 1.5 * 5);
    assertThat(workflow.copyCost("a", fractions)).isCloseTo(2 + 1.2 * 10.5, within(1e-12));
    assertThat(workflow.budgetUsed(fractions))
        .isCloseTo((0.1 * 14.6 + 0.2 * 10.5 + 0.5 * 5 + 0.25 * 10) / 20, within(1e-12));
  }

  @Test
  void aShareOfRespondersIsRoundedUpToWholeOnes() {
    assertThat(Responders.share(100, 0.07).needed()).isEqualTo(7);
    assertThat(Responders.share(10, 0.01).needed()).isEqualTo(1);
    assertThat(Responders.share(3, 0.9).needed()).isEqualTo(3);
    for (int count : new int[] {0, Responders.MOST + 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Responders.allOf(count))
          .withMessage("count must be from 1 to 10000: " + count);
    }
  }

  @Test
  void valuesThatCannotBeAreRejected() {
    StageTimes times = StageTimes.independent(new double[] {1});
    for (double cost : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Stage.of("a", List.of(), cost, times))
          .withMessage("cost of stage a must be above 0 and finite: " + cost);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StageTimes.independent(new double[] {1, Double.NaN}))
        .withMessage("firstMillis[1] must be finite and at least 0: NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StageTimes.independent(new double[0]))
        .withMessage("firstMillis must hold at least one time");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JointTraces.of(List.of("a"), new double[][] {{1}, {-1}}))
        .withMessage("trace 1, stage 0: a time must be finite and at least 0: -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JointTraces.of(List.of("a"), new double[][] {{1, 2}}))
        .withMessage("trace 0 has 2 times, but there are 1 stages");
    for (double budget : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> WorkflowGoal.reissue(99, budget))
          .withMessage("budget must be from 0 to 1: " + budget);
    }
  }

  @Test
  void aLongChainInReverseOrderIsSorted() {
    int count = 3_000;
    Stage[] stages = new Stage[count];
    for (int s = 0; s < count; s++) {
      stages[count - 1 - s] = s == 0 ? stage("s0") : stage("s" + s, "s" + (s - 1));
    }
    Workflow workflow = Workflow.of("w", Arrays.asList(stages));
    assertThat(workflow.stages().getFirst().name()).isEqualTo("s0");
    assertThat(workflow.stages().getLast().name()).isEqualTo("s2999");
  }
}
