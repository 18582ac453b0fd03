package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WorkflowHalvesTest {
  private static final Workflow WORKFLOW =
      Workflow.of(
              "w",
              List.of(
                  Stage.of(
                      "a",
                      List.of(),
                      1,
                      StageTimes.paired(
                          new double[] {4, 3, 2, 1, 0}, new double[] {5, 6, 7, 8, 9})),
                  Stage.of("b", List.of("a"), 2, StageTimes.independent(new double[] {7}))
                      .asking(Responders.allOf(3))))
          .with(JointTraces.of(List.of("a"), new double[][] {{1}, {Double.NaN}, {3}}));

  @Test
  void earlierTimesAreOnOneSideAndLaterOnesOnTheOther() {
    WorkflowHalves halves = WorkflowHalves.split(WORKFLOW, 0.6);
    assertThat(halves.earlier().stage("a").times().firstMillis()).containsExactly(4, 3, 2);
    assertThat(halves.later().stage("a").times().firstMillis()).containsExactly(1, 0);
    assertThat(halves.later().stage("a").times().secondMillis(1)).isEqualTo(9);
    assertThat(halves.earlier().name()).isEqualTo("w");
    assertThat(halves.earlier().stage("b").responders()).isEqualTo(Responders.allOf(3));
  }

  @Test
  void aSingleTimeIsOnBothSides() {
    WorkflowHalves halves = WorkflowHalves.of(WORKFLOW);
    assertThat(halves.earlier().stage("b").times().firstMillis()).containsExactly(7);
    assertThat(halves.later().stage("b").times().firstMillis()).containsExactly(7);
  }

  @Test
  void tracesAreDividedToo() {
    WorkflowHalves halves = WorkflowHalves.split(WORKFLOW, 0.6);
    JointTraces earlier = Objects.requireNonNull(halves.earlier().joint());
    JointTraces later = Objects.requireNonNull(halves.later().joint());
    assertThat(earlier.size()).isEqualTo(2);
    assertThat(earlier.millis(1, 0)).isNaN();
    assertThat(later.millis(0, 0)).isEqualTo(3);
  }

  @Test
  void aShareThatLeavesNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowHalves.split(WORKFLOW, 1))
        .withMessage("share must be above 0 and below 1: 1.0");
  }
}
