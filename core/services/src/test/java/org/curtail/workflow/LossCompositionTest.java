package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LossCompositionTest {
  private static LossComposition of(double... utilities) {
    var stages = new ArrayList<Stage>();
    for (int i = 0; i < utilities.length; i++) {
      StageTimes times = StageTimes.independent(new double[] {1});
      stages.add(Stage.of("s" + i, List.of(), 1, times).worth(utilities[i]));
    }
    return LossComposition.of(Workflow.of("w", stages));
  }

  /** The paper's sum r_1 + (1 - r_1) r_2 + (1 - r_1) (1 - r_2) r_3. */
  @Test
  void neededStagesLoseOneAfterTheOther() {
    LossComposition serial = of(0, 0, 0);
    double expected = 0.1 + 0.9 * 0.2 + 0.9 * 0.8 * 0.3;
    assertThat(serial.loss(new double[] {0.1, 0.2, 0.3})).isCloseTo(expected, within(1e-12));
    assertThat(serial.weight(1)).isEqualTo(1);
  }

  @Test
  void independentStagesLoseByTheirUtility() {
    LossComposition independent = of(1, 3);
    assertThat(independent.loss(new double[] {0.4, 0.2})).isCloseTo(0.25, within(1e-12));
    assertThat(independent.weight(0)).isEqualTo(0.25);
    assertThat(independent.weight(1)).isEqualTo(0.75);
  }

  @Test
  void theSumByWeightIsNeverBelowTheLossAndNearItWhileLossesAreSmall() {
    Cases.random(
        1_000,
        500,
        random -> {
          int stages = random.nextInt(1, 8);
          double[] utilities = random.doubles(stages).map(x -> x < 0.5 ? 0 : x).toArray();
          LossComposition composition = of(utilities);
          double[] losses = random.doubles(stages).toArray();
          double bound = composition.bound(losses);
          assertThat(composition.loss(losses)).isLessThanOrEqualTo(bound + 1e-12);
          double[] small = new double[stages];
          for (int i = 0; i < stages; i++) {
            small[i] = losses[i] / 1_000;
          }
          assertThat(composition.loss(small)).isCloseTo(bound / 1_000, within(1e-4));
        });
  }

  @Test
  void eachStageNeedsALoss() {
    assertThatThrownBy(() -> of(0, 1).loss(new double[1]))
        .hasMessageContaining("one loss per stage");
  }
}
