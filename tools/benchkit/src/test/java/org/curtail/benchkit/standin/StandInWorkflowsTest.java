package org.curtail.benchkit.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;

/** {@link KwikenStandInsTest} checks the fit. */
class StandInWorkflowsTest {
  @Test
  void theyAreTheWorkflowsOfTheExperiment() {
    Workflow one = StandInWorkflows.one(20, 50, 3);
    Workflow same = KwikenWorkflow.draw(19, 45, KwikenFit.of(3), 3, 50).training();
    assertThat(one.name()).isEqualTo(same.name());
    assertThat(one.stages()).hasSize(StandInWorkflows.stages(20));
    for (int s = 0; s < one.stages().size(); s++) {
      assertThat(one.stages().get(s).after()).isEqualTo(same.stages().get(s).after());
      assertThat(times(one, s)).containsExactly(times(same, s));
    }
  }

  @Test
  void otherSamplesAreOfTheSameServices() {
    Workflow one = StandInWorkflows.one(30, 20_000, 3);
    Workflow later = StandInWorkflows.one(30, 20_000, 3, 2);
    assertThat(later.name()).isEqualTo(one.name());
    assertThat(later.stages())
        .extracting(Stage::name, Stage::after, Stage::cost)
        .containsExactlyElementsOf(
            one.stages().stream().map(it -> tuple(it.name(), it.after(), it.cost())).toList());
    for (int s = 0; s < one.stages().size(); s++) {
      assertThat(times(later, s)).isNotEqualTo(times(one, s));
      double ratio = median(later, s) / median(one, s);
      assertThat(ratio).as("stage %d", s).isBetween(0.9, 1.1);
    }
    assertThat(times(StandInWorkflows.one(30, 10, 3, 4), 0))
        .isNotEqualTo(times(StandInWorkflows.one(30, 10, 3, 5), 0));
  }

  private static double[] times(Workflow workflow, int stage) {
    return workflow.stages().get(stage).times().firstMillis();
  }

  private static double median(Workflow workflow, int stage) {
    double[] millis = times(workflow, stage);
    Arrays.sort(millis);
    return Percentile.of(millis, 50);
  }

  @Test
  void onlyThoseThatThereAreCanBeHad() {
    for (int number : new int[] {0, 46}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StandInWorkflows.one(number, 1, 1))
          .withMessage("number must be from 1 to 45: " + number);
      assertThatIllegalArgumentException().isThrownBy(() -> StandInWorkflows.stages(number));
    }
  }
}
