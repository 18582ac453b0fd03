package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NormalDistributionTest {
  private static final org.apache.commons.statistics.distribution.NormalDistribution ORACLE =
      org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1);

  @Test
  void theTableIsNearTheDistribution() {
    for (double x = -9; x <= 9; x += 0.00137) {
      assertThat(NormalDistribution.shareUpTo(x))
          .isCloseTo(ORACLE.cumulativeProbability(x), within(1e-6));
    }
  }

  @Test
  void quantilesAreExact() {
    for (int i = 1; i < 10_000; i++) {
      double share = i / 10_000.0;
      assertThat(NormalDistribution.quantile(share))
          .isCloseTo(ORACLE.inverseCumulativeProbability(share), within(1e-12));
    }
    for (double share = 1e-4; share > 1e-250; share /= 7) {
      double expected = ORACLE.inverseCumulativeProbability(share);
      assertThat(NormalDistribution.quantile(share) / expected).isCloseTo(1, within(1e-11));
    }
  }
}
