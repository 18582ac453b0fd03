package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.junit.jupiter.api.Test;

/** The numbers are those that the Kwiken paper states of Bing's workflows. */
class StandInWorkflowsTest {
  @Test
  void halfOfTheWorkflowsHaveFourteenStagesOrFewerAndATenthEightyOneOrMore() {
    List<Workflow> all = StandInWorkflows.all(1, 1, 1);
    double[] stages =
        all.stream().mapToDouble(workflow -> workflow.stages().size()).sorted().toArray();
    assertThat(stages).hasSize(45);
    assertThat(Percentile.of(stages, 50)).isEqualTo(14);
    assertThat(Percentile.of(stages, 90)).isBetween(70.0, 95.0);
    assertThat(all.stream().map(Workflow::name)).doesNotHaveDuplicates();
  }

  @Test
  void aTenthOfTheStagesHasATailOfTenMediansAndThirtyPercentOfFive() {
    var ratios = new ArrayList<Double>();
    for (long fit = 1; fit <= 2; fit++) {
      for (int number = 30; number <= 38; number++) {
        for (Stage stage : StandInWorkflows.one(number, 2000, fit, 1).stages()) {
          double[] millis = stage.times().firstMillis();
          Arrays.sort(millis);
          ratios.add(Percentile.of(millis, 99) / Percentile.of(millis, 50));
        }
      }
    }
    double stages = ratios.size();
    assertThat(ratios.stream().filter(ratio -> ratio > 10).count() / stages).isBetween(0.06, 0.14);
    assertThat(ratios.stream().filter(ratio -> ratio > 5).count() / stages).isBetween(0.24, 0.36);
  }

  @Test
  void otherSamplesAreOfTheSameServices() {
    Workflow one = StandInWorkflows.one(20, 50, 3, 1);
    Workflow later = StandInWorkflows.one(20, 50, 3, 2);
    assertThat(later.name()).isEqualTo(one.name());
    for (int s = 0; s < one.stages().size(); s++) {
      assertThat(later.stages().get(s).after()).isEqualTo(one.stages().get(s).after());
      assertThat(later.stages().get(s).cost()).isEqualTo(one.stages().get(s).cost());
      assertThat(later.stages().get(s).times().firstMillis())
          .doesNotContain(one.stages().get(s).times().firstMillis());
    }
  }

  @Test
  void onlyThoseThatThereAreCanBeHad() {
    for (int number : new int[] {0, 46}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StandInWorkflows.one(number, 1, 1, 1))
          .withMessage("number must be from 1 to 45: " + number);
    }
  }
}
