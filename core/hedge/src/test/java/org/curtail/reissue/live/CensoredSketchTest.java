package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Percentage;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.RandomLog;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class CensoredSketchTest {
  private static CensoredSketch sketch() {
    return new CensoredSketch(0.001, 1 << 14);
  }

  /**
   * One of four attempts ends at 1. At 3, one of the two attempts at risk ends. One is cancelled at
   * 4.
   */
  @Test
  void estimateOfFewAttemptsEqualsTheOneByHand() {
    CensoredSketch sketch = sketch();
    sketch.ended(1);
    sketch.longerThan(2);
    sketch.ended(3);
    sketch.longerThan(4);
    CensoredSketch.Distribution estimate = sketch.estimate().orElseThrow();
    assertThat(estimate.millis()).containsExactly(1, 3, 4);
    assertThat(estimate.weights()).containsExactly(new double[] {1, 1.5, 1.5}, within(1e-12));
    assertThat(estimate.unresolvedShare()).isCloseTo(0.375, within(1e-12));
    assertThat(estimate.percentileMillis(50)).isEqualTo(3);
    assertThat(estimate.shareAfter(1)).isCloseTo(0.75, within(1e-12));
    assertThat(sketch.weight()).isEqualTo(4);
    assertThat(sketch.endedWeight()).isEqualTo(2);
  }

  @Test
  void attemptCancelledAtTheTimeOfAnEndTookLonger() {
    CensoredSketch sketch = sketch();
    sketch.ended(2);
    sketch.longerThan(2);
    CensoredSketch.Distribution estimate = sketch.estimate().orElseThrow();
    assertThat(estimate.millis()).containsExactly(2);
    assertThat(estimate.weights()).containsExactly(2);
    assertThat(estimate.unresolvedShare()).isEqualTo(0.5);
  }

  @Test
  void nothingIsKnownWithoutAnEnd() {
    CensoredSketch sketch = sketch();
    assertThat(sketch.estimate()).isEmpty();
    sketch.longerThan(3);
    assertThat(sketch.estimate()).isEmpty();
  }

  @Test
  void estimateWithoutCancellationsIsThePlainSketch() {
    Cases.random(
        1_000,
        200,
        random -> {
          double[] times = RandomLog.times(random, 100);
          CensoredSketch sketch = sketch();
          var plain = new LatencySketch(0.001, 1 << 14);
          for (double time : times) {
            sketch.ended(time);
            plain.add(time);
          }
          CensoredSketch.Distribution estimate = sketch.estimate().orElseThrow();
          assertThat(estimate.millis()).isEqualTo(plain.millis());
          assertThat(estimate.weights()).containsExactly(plain.weights(), within(1e-9));
          assertThat(estimate.unresolvedShare()).isZero();
        });
  }

  @Test
  void weightsAreShiftedButNeverLost() {
    Cases.random(
        2_000,
        500,
        random -> {
          double[] times = RandomLog.times(random, random.nextInt(2, 100));
          CensoredSketch left = sketch();
          CensoredSketch right = sketch();
          CensoredSketch whole = sketch();
          whole.ended(times[0]);
          left.ended(times[0]);
          for (int i = 1; i < times.length; i++) {
            CensoredSketch part = random.nextBoolean() ? left : right;
            if (random.nextInt(3) == 0) {
              whole.longerThan(times[i]);
              part.longerThan(times[i]);
            } else {
              whole.ended(times[i]);
              part.ended(times[i]);
            }
          }
          left.merge(right);
          CensoredSketch.Distribution estimate = whole.estimate().orElseThrow();
          CensoredSketch.Distribution merged = left.estimate().orElseThrow();
          assertThat(merged.millis()).isEqualTo(estimate.millis());
          assertThat(merged.weights()).isEqualTo(estimate.weights());
          assertThat(Arrays.stream(estimate.weights()).sum()).isCloseTo(times.length, within(1e-9));
          assertThat(Arrays.stream(estimate.weights()).allMatch(weight -> weight >= 0)).isTrue();
          assertThat(estimate.unresolvedShare()).isBetween(0.0, 1.0);
        });
  }

  /**
   * Half of the calls are hedged after 2 ms and the loser is cancelled. The tails of both attempts
   * are still found.
   */
  @Test
  void cancelledLosersDoNotMakeAttemptsLookFast() {
    Cases.random(
        3_000,
        10,
        random -> {
          int calls = 60_000;
          double delay = 2;
          double[] firsts = lognormal(random, calls);
          double[] seconds = lognormal(random, calls);
          CensoredSketch first = sketch();
          CensoredSketch second = sketch();
          var answered = new LatencySketch();
          for (int i = 0; i < calls; i++) {
            double x = firsts[i];
            double y = seconds[i];
            if (x <= delay || random.nextBoolean()) {
              first.ended(x);
              answered.add(x);
            } else if (x <= delay + y) {
              first.ended(x);
              answered.add(x);
              second.longerThan(x - delay);
            } else {
              first.longerThan(delay + y);
              second.ended(y);
            }
          }
          Arrays.sort(firsts);
          Arrays.sort(seconds);
          CensoredSketch.Distribution x = first.estimate().orElseThrow();
          CensoredSketch.Distribution y = second.estimate().orElseThrow();
          for (double percentile : new double[] {50, 90, 95, 99}) {
            assertThat(x.percentileMillis(percentile))
                .isCloseTo(RandomLog.percentile(firsts, percentile), Percentage.withPercentage(8));
          }
          // There are eight times fewer copies.
          for (double percentile : new double[] {25, 50, 75, 90}) {
            assertThat(y.percentileMillis(percentile))
                .isCloseTo(
                    RandomLog.percentile(seconds, percentile), Percentage.withPercentage(12));
          }
          // Leaving cancelled attempts out is wrong by more.
          assertThat(answered.percentileMillis(99))
              .isLessThan(0.88 * RandomLog.percentile(firsts, 99));
        });
  }

  private static double[] lognormal(RandomGenerator random, int count) {
    double[] times = new double[count];
    Arrays.setAll(times, i -> Math.exp(random.nextGaussian()));
    return times;
  }
}
