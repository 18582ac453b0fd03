package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.curtail.automatic.choose.Judge.DecisionCost;
import org.junit.jupiter.api.Test;

class DecisionCostTest {
  @Test
  void longRequestsHardlyFeelIt() {
    Profile asked = DecisionCost.added(Profile.of("two", new double[][] {{1, 0.5}, {1_000, 500}}));
    assertThat(asked.timeMs(0, 1)).isCloseTo(1.055, within(1e-12));
    assertThat(asked.timeMs(0, 2)).isCloseTo(0.54, within(1e-12));
    assertThat(asked.timeMs(1, 1)).isCloseTo(1_000.175, within(1e-9));
  }
}
