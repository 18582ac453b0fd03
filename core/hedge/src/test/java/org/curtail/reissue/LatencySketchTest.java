package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencySketchTest {
  @Test
  void timesOfOneBucketBecomeItsUpperEnd() {
    var sketch = new LatencySketch(0.125, 64);
    assertThat(sketch.relativeError()).isEqualTo(0.125);
    // From 8 to 16 buckets are 1 wide, each closed above.
    for (double time : new double[] {8.5, 9, 9.5, 10, 16, 16.1}) {
      sketch.add(time);
    }
    assertThat(sketch.millis()).containsExactly(9, 10, 16, 18);
    assertThat(sketch.weights()).containsExactly(2, 2, 1, 1);
    assertThat(sketch.percentileMillis(50)).isEqualTo(10);
  }

  @Test
  void zeroStaysZeroAndTheLongestTimeStaysFinite() {
    var sketch = new LatencySketch(0.01, 64);
    sketch.add(0);
    sketch.add(-0.0);
    sketch.add(Double.MAX_VALUE);
    sketch.add(Double.MIN_VALUE);
    assertThat(sketch.millis()).hasSize(3).startsWith(0).endsWith(Double.MAX_VALUE);
    assertThat(sketch.weights()).containsExactly(2, 1, 1);
  }

  @Test
  void timesOfAllMagnitudesFitIntoFewBuckets() {
    var sketch = new LatencySketch(0.001, 16);
    for (int power = -300; power <= 300; power++) {
      sketch.add(Math.pow(10, power));
    }
    assertThat(sketch.millis()).hasSizeLessThanOrEqualTo(16);
    assertThat(sketch.weight()).isEqualTo(601);
    assertThat(sketch.millis()[sketch.millis().length - 1]).isGreaterThanOrEqualTo(1e300);
  }

  /** Memory does not depend on the number of lines of a log. */
  @Test
  void bucketsDoNotGrowWithTheNumberOfTimes() {
    var sketch = new LatencySketch();
    for (int i = 0; i < 1_000_000; i++) {
      sketch.add(1 + i % 1000 * 0.1);
    }
    assertThat(sketch.millis()).hasSizeLessThanOrEqualTo(1000);
    assertThat(sketch.weight()).isEqualTo(1_000_000);
    assertThat(sketch.relativeError()).isLessThanOrEqualTo(0.001);
  }

  @Test
  void anEmptySketchHasNoPercentiles() {
    var sketch = new LatencySketch(0.01, 64);
    assertThat(sketch.isEmpty()).isTrue();
    assertThat(sketch.weight()).isZero();
    assertThatIllegalStateException().isThrownBy(() -> sketch.percentileMillis(50));
  }

  @Test
  void copiesAreLikeFirstAttemptsByDefault() {
    var first = new LatencySketch(0.01, 64);
    first.add(8, 3);
    var second = new LatencySketch(0.01, 64);
    second.add(4, 2);
    assertThat(first.attemptTimes().second().millis(0)).isEqualTo(8);
    AttemptTimes times = first.attemptTimes(second);
    assertThat(times.firstWeight()).isEqualTo(3);
    assertThat(times.second().totalWeight()).isEqualTo(2);
    assertThat(times.second().millis(0)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void impossibleTimesAreRejected(double wrong) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LatencySketch().add(wrong))
        .withMessage("a time must be finite and at least 0: " + wrong);
    assertThatIllegalArgumentException().isThrownBy(() -> new PairSketch().add(wrong, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new PairSketch().add(1, wrong));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void impossibleWeightsAreRejected(double wrong) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LatencySketch().add(1, wrong))
        .withMessage("a weight must be finite and more than 0: " + wrong);
    assertThatIllegalArgumentException().isThrownBy(() -> new PairSketch().add(1, 1, wrong));
  }

  @Test
  void impossibleSettingsAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LatencySketch(0, 64))
        .withMessageContaining("relativeError must be from 2^-20");
    assertThatIllegalArgumentException().isThrownBy(() -> new LatencySketch(1.5, 64));
    assertThatIllegalArgumentException().isThrownBy(() -> new PairSketch(Double.NaN, 64));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LatencySketch(0.1, 15))
        .withMessage("maxBuckets must be at least 16: 15");
    assertThatIllegalArgumentException().isThrownBy(() -> new PairSketch(0.1, 15));
  }
}
