package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.function.DoubleUnaryOperator;
import org.curtail.automatic.ExplorationSchedule.SpareWork;
import org.junit.jupiter.api.Test;

class SpareWorkTest {
  private static final double[] UTILISATIONS = {0.4, 0.6, 0.8, 0.9, 0.95};

  private static void assertMakesMeanResponseAHundredthLonger(
      int cores, DoubleUnaryOperator meanResponse) {
    for (double utilisation : UTILISATIONS) {
      double more = utilisation * (1 + SpareWork.share(utilisation, cores));
      double longer =
          meanResponse.applyAsDouble(more) / meanResponse.applyAsDouble(utilisation) - 1;
      assertThat(longer)
          .as("%d cores busy for %s", cores, utilisation)
          .isCloseTo(0.01, withinPercentage(12));
    }
  }

  @Test
  void onOneCoreResponsesAreAHundredthLongerByTheClosedForm() {
    assertMakesMeanResponseAHundredthLonger(1, busy -> 1 / (1 - busy));
  }

  @Test
  void onTwoCoresTheyAreByTheClosedForm() {
    assertMakesMeanResponseAHundredthLonger(2, busy -> 1 / (1 - busy * busy));
  }

  @Test
  void theBusierAndFewerCoresAreTheLessIsSpare() {
    for (int cores : new int[] {1, 2, 4, 15, 64}) {
      double before = Double.POSITIVE_INFINITY;
      for (double utilisation = 0; utilisation < 2; utilisation += 0.05) {
        double share = SpareWork.share(utilisation, cores);
        assertThat(share).isPositive().isLessThanOrEqualTo(Math.min(before, 0.05));
        assertThat(share).isLessThanOrEqualTo(SpareWork.share(utilisation, 2 * cores));
        before = share;
      }
    }
  }
}
