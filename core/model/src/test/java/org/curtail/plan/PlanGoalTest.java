package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanGoalTest {
  @Test
  void degreesToAGreatestAreAllDegrees() {
    assertThat(PlanGoal.degreesTo(3)).containsExactly(1, 2, 3);
  }

  @Test
  void degreesThatDoNotLeadFromOneToTheGreatestAreRejected() {
    for (List<Integer> degrees :
        List.of(List.<Integer>of(), List.of(1), List.of(3), List.of(1, 2), List.of(1, 2, 2, 3))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new PlanGoal(6, 6, 3, degrees, 99, 5, 6))
          .withMessageContaining("degrees")
          .withMessageContaining("" + degrees);
    }
  }

  @Test
  void numbersOutOfRangeAreRejectedByName() {
    List<Integer> one = List.of(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGoal(0, 6, 1, one, 99, 5, 6))
        .withMessage("cores must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGoal(6, 0, 1, one, 99, 5, 6))
        .withMessage("targetParallelism must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGoal(6, 6, 0, one, 99, 5, 6))
        .withMessage("maxDegree must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGoal(6, 6, 1, one, 99, 5, 0))
        .withMessage("maxLoad must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGoal(6, 6, 1, one, 100.5, 5, 6))
        .withMessageContaining("100.5");
    for (double stepMs : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new PlanGoal(6, 6, 1, one, 99, stepMs, 6))
          .withMessage("stepMs must be positive and finite: " + stepMs);
    }
  }
}
