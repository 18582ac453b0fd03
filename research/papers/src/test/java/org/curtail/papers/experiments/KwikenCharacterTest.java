package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;

/** Held against what can be read off small graphs. */
class KwikenCharacterTest {
  private static Stage stage(String name, double[] millis, String... after) {
    return Stage.of(name, List.of(after), 1, StageTimes.independent(millis));
  }

  @Test
  void stagesOffTheCriticalPathAndShortOnesAreNotEffective() {
    Workflow workflow =
        Workflow.of(
            "one path",
            List.of(
                stage("a", new double[] {60}),
                stage("b", new double[] {1}, "a"),
                stage("aside", new double[] {5}, "a"),
                stage("c", new double[] {40}, "b", "aside")));
    KwikenCharacter character = KwikenCharacter.of(workflow, 100, 1);
    assertThat(character.stages()).isEqualTo(4);
    assertThat(character.longestSequence()).isEqualTo(3);
    // Of the path a, aside, c with 105 ms, a and c take more than nine tenths.
    assertThat(character.effective()).isEqualTo(2);
    assertThat(character.effectivePerPath()).isEqualTo(2);
    assertThat(character.inDegrees()).containsExactlyInAnyOrder(0, 2);
    assertThat(character.endP99ByMedian()).isEqualTo(1);
  }

  @Test
  void pathsThatTakeTurnsAllCount() {
    Workflow workflow =
        Workflow.of(
            "two paths",
            List.of(
                stage("left", new double[] {1, 9}),
                stage("right", new double[] {2, 8}),
                stage("end", new double[] {0.1}, "left", "right")));
    KwikenCharacter character = KwikenCharacter.of(workflow, 2_000, 2);
    assertThat(character.effective()).isEqualTo(2);
    assertThat(character.effectivePerPath()).isEqualTo(1);
  }

  @Test
  void theP99OfEveryStageIsHeldAgainstItsMedian() {
    double[] millis = new double[100];
    Arrays.fill(millis, 2);
    millis[7] = 50;
    millis[8] = 50;
    Workflow workflow = Workflow.of("one", List.of(stage("a", millis)));
    assertThat(KwikenCharacter.of(workflow, 10, 3).p99ByMedian().getFirst())
        .isCloseTo(25, within(1e-9));
  }
}
