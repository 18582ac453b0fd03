package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AttemptTimesTest {
  @Test
  void countsTimesWithoutWeightsOnce() {
    assertThat(AttemptTimes.independent(new double[] {3, 1, 3}).firstWeight()).isEqualTo(3);
    AttemptTimes weighted =
        AttemptTimes.independent(
            new double[] {3, 1, 2}, new double[] {0.5, 2, 0}, new double[] {7}, new double[] {4});
    assertThat(weighted.firstWeight()).isEqualTo(2.5);
    assertThat(weighted.second().totalWeight()).isEqualTo(4);
    assertThat(weighted.isPaired()).isFalse();
  }

  @Test
  void knowsWhetherItHasPairs() {
    AttemptTimes paired = AttemptTimes.paired(new double[] {1, 2}, new double[] {2, 1});
    assertThat(paired.isPaired()).isTrue();
    assertThat(AttemptTimes.independent(new double[] {1, 2}, new double[] {2, 1}).isPaired())
        .isFalse();
  }

  @Test
  void doesNotChangeWithTheGivenArrays() {
    double[] first = {3, 1};
    double[] second = {4, 2};
    AttemptTimes paired = AttemptTimes.paired(first, second);
    first[0] = 100;
    second[0] = 100;
    ReissueForecast forecast = ReissueForecast.of(paired, ReissuePolicy.NONE);
    assertThat(forecast.percentileMillis(100)).isEqualTo(3);
    assertThat(paired.second().greatestMillis()).isEqualTo(4);
  }

  @Test
  void rejectsImpossibleTimes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AttemptTimes.independent(new double[] {1, -2}))
        .withMessage("firstMillis[1] must be finite and at least 0: -2.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AttemptTimes.independent(new double[] {1}, new double[] {1, Double.NaN}))
        .withMessage("secondMillis[1] must be finite and at least 0: NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AttemptTimes.paired(new double[] {1}, new double[] {Double.POSITIVE_INFINITY}))
        .withMessage("secondMillis[0] must be finite and at least 0: Infinity");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AttemptTimes.independent(new double[0]))
        .withMessage("firstMillis must hold at least one time");
  }

  @Test
  void rejectsArraysOfDifferentLengths() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AttemptTimes.paired(new double[] {1, 2}, new double[] {1}))
        .withMessage("firstMillis and secondMillis must have the same length: 2 and 1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AttemptTimes.paired(new double[] {1}, new double[] {1}, new double[] {1, 1}))
        .withMessage("firstMillis and weights must have the same length: 1 and 2");
  }

  @Test
  void rejectsImpossibleWeights() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AttemptTimes.paired(new double[] {1}, new double[] {1}, new double[] {-1}))
        .withMessage("weights[0] must be finite and at least 0: -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            AttemptTimes.independent(
                new double[] {1}, new double[] {0}, new double[] {1}, new double[] {1}))
        .withMessage("firstWeights must be finite and more than 0 in total: 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            AttemptTimes.independent(
                new double[] {1},
                new double[] {1},
                new double[] {1, 2},
                new double[] {Double.MAX_VALUE, Double.MAX_VALUE}))
        .withMessage("secondWeights must be finite and more than 0 in total: Infinity");
  }
}
