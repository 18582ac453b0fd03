package org.curtail.lab.papers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;

/** Workflows of the user: plans see the earlier half only. */
class KwikenTracesTest {
  @Test
  void plansAreMadeFromTheEarlierHalfAndTriedOnTheLater() {
    Stage a = Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {1, 2, 3, 4, 5}));
    Stage b =
        Stage.of(
            "b",
            List.of("a"),
            2,
            StageTimes.paired(new double[] {6, 7, 8, 9}, new double[] {60, 70, 80, 90}));
    var of =
        new KwikenTraces(
            Workflow.of("halves", List.of(a, b))
                .with(JointTraces.of(List.of("b"), new double[][] {{10}, {11}, {12}})));
    Workflow training = of.training();
    Workflow test = of.test();
    assertThat(training.stage("a").times().firstMillis()).containsExactly(1, 2);
    assertThat(test.stage("a").times().firstMillis()).containsExactly(3, 4, 5);
    assertThat(training.stage("b").times().secondMillis(1)).isEqualTo(70);
    assertThat(test.stage("b").times().secondMillis(0)).isEqualTo(80);
    assertThat(training.joint()).isNotNull();
    assertThat(requireNonNull(test.joint()).millis(0, 0)).isEqualTo(11);
    assertThat(test.stage("b").cost()).isEqualTo(2);
    assertThat(of.stages()).isEqualTo(2);
  }

  @Test
  void wholeVisitsAreHalvedTooAndASingleTimeIsInBothHalves() {
    Stage many =
        Stage.of("many", List.of(), 1, StageTimes.independent(new double[] {5}))
            .asking(Responders.allOf(2))
            .traced(ResponderTraces.of(new double[][] {{1, 2}, {3, 4}}))
            .worth(3);
    var of = new KwikenTraces(Workflow.of("visits", List.of(many)));
    var before = requireNonNull(of.training().stage("many").traces());
    var after = requireNonNull(of.test().stage("many").traces());
    assertThat(before.millis(0)).containsExactly(1, 2);
    assertThat(after.millis(0)).containsExactly(3, 4);
    assertThat(of.training().stage("many").times().firstMillis()).containsExactly(5);
    assertThat(of.test().stage("many").times().firstMillis()).containsExactly(5);
    assertThat(of.test().stage("many").utility()).isEqualTo(3);
  }
}
