package org.curtail.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PredictionQualityTest {
  @Test
  void rankCorrelationOfDistinctValuesIsSpearmansFormula() {
    // Ranks 1 2 3 4 5 and 2 1 4 3 5: 1 - 6 * 4 / (5 * 24).
    var quality =
        PredictionQuality.of(new double[] {1, 2, 3, 4, 5}, new double[] {20, 10, 40, 30, 500});
    assertThat(quality.rankCorrelation()).isCloseTo(0.8, within(1e-12));
    assertThat(quality.requests()).isEqualTo(5);
  }

  @Test
  void equalPredictionsShareTheirRank() {
    // Ranks 1.5 1.5 3 and 1 2 3: covariance 1.5, variances 1.5 and 2.
    var quality = PredictionQuality.of(new double[] {7, 7, 8}, new double[] {1, 2, 3});
    assertThat(quality.rankCorrelation()).isCloseTo(1.5 / Math.sqrt(3), within(1e-12));
  }

  @Test
  void errorAndSpreadAreInLogarithms() {
    var quality = PredictionQuality.of(new double[] {1, 1, 1, 1}, new double[] {1, 2, 1, 4});
    assertThat(quality.logError()).isCloseTo(Math.sqrt(10 / 4.0), within(1e-12));
    assertThat(quality.logSpread()).isCloseTo(Math.sqrt(6 / 4.0), within(1e-12));
    assertThat(quality.rankCorrelation()).describedAs("always the same").isZero();
  }

  @Test
  void predictionsInReverseOrderHaveMinusOne() {
    var quality = PredictionQuality.of(new double[] {3, 2, 1}, new double[] {1, 5, 9});
    assertThat(quality.rankCorrelation()).isEqualTo(-1);
  }

  @Test
  void nothingIsComparedWithNothing() {
    assertThat(PredictionQuality.of(new double[0], new double[0]))
        .isEqualTo(PredictionQuality.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredictionQuality.of(new double[1], new double[2]))
        .withMessage("expected as many predictions as demands, 2, found 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PredictionQuality(1, Double.NaN, 0, 0));
  }
}
