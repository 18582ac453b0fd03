package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class ParallelGainTest {
  private static ParallelGain of(double... timesMs) {
    return ParallelGain.of(Profile.of("", new double[][] {timesMs}));
  }

  @Test
  void theGainIsTimeSavedOverCoreTimeSpent() {
    // 100 ms, 60 ms on two threads (120 ms of cores), 50 ms on three (150 ms).
    ParallelGain gain = of(100, 60, 50);
    assertThat(Math.exp(gain.logGain(1))).isCloseTo(40 / 20.0, within(1e-12));
    assertThat(Math.exp(gain.logGain(2))).isCloseTo(10 / 30.0, within(1e-12));
    assertThat(gain.logGain(3)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(gain.usefulDegree()).isEqualTo(3);
  }

  @Test
  void aThreadThatCostsNoCoreTimeIsWorthAnyPrice() {
    assertThat(of(100, 50).logGain(1)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(of(100, 40).logGain(1)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void threadsThatDoHarmAreNotUseful() {
    ParallelGain gain = of(100, 70, 80, 90);
    assertThat(gain.usefulDegree()).isEqualTo(2);
    assertThat(gain.logGain(2)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(of(100, 100).usefulDegree()).isEqualTo(1);
  }

  @Test
  void longRequestsCountForMore() {
    Profile profile = Profile.of("", new double[][] {{1, 1}, {99, 49}});
    assertThat(ParallelGain.of(profile).speedup(2)).isEqualTo(2);
  }

  @Test
  void theWorkDoneIsExecutionTimeAtTheSpeedupOfTheMeanDegree() {
    ParallelGain gain = of(100, 60, 50);
    assertThat(gain.workMs(new Progress(7, 0, 0))).isZero();
    assertThat(gain.workMs(after(30, 30))).isEqualTo(30);
    assertThat(gain.workMs(after(30, 60))).isCloseTo(50, within(1e-9));
    // One and a half threads on the average.
    assertThat(gain.workMs(after(30, 45))).isCloseTo(30 * (1 + 100 / 60.0) / 2, within(1e-9));
    assertThat(gain.workMs(after(30, 90))).isCloseTo(60, within(1e-9));
    // More than was measured counts as what was.
    assertThat(gain.workMs(after(30, 900))).isCloseTo(60, within(1e-9));
  }

  private static Progress after(double executionMs, double attainedMs) {
    long executionNanos = Math.round(executionMs * 1e6);
    return new Progress(
        executionNanos, executionNanos, Math.round(attainedMs * 1e6), 3, 3, Prediction.NONE);
  }
}
