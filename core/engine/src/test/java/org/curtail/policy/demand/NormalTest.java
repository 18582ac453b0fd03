package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class NormalTest {
  @Test
  void agreesWithALibrary() {
    var normal = NormalDistribution.of(0, 1);
    for (double z = -9; z < 9; z += 0.01) {
      assertThat(ExpectedDemand.Normal.cumulative(z))
          .isCloseTo(normal.cumulativeProbability(z), within(1e-7));
    }
  }
}
