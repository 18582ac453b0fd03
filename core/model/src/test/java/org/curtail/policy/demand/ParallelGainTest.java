package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class ParallelGainTest {
  private static ParallelGain of(double... timesMs) {
    return ParallelGain.of(Profile.of("", new double[][] {timesMs}));
  }

  @Test
  void theGainIsTimeSavedOverCoreTimeSpent() {
    // 100 ms, 60 ms on two threads (120 ms of cores), 50 ms on three (150 ms).
    ParallelGain gain = of(100, 60, 50);
    assertThat(Math.exp(gain.logGain(1, 0))).isCloseTo(40 / 20.0, within(1e-12));
    assertThat(Math.exp(gain.logGain(2, 0))).isCloseTo(10 / 30.0, within(1e-12));
    assertThat(gain.logGain(3, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(gain.usefulDegree()).isEqualTo(3);
  }

  @Test
  void aThreadThatCostsNoCoreTimeIsWorthAnyPrice() {
    assertThat(of(100, 50).logGain(1, 0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(of(100, 40).logGain(1, 0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void threadsThatDoHarmAreNotUseful() {
    ParallelGain gain = of(100, 70, 80, 90);
    assertThat(gain.usefulDegree()).isEqualTo(2);
    assertThat(gain.logGain(2, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(of(100, 100).usefulDegree()).isEqualTo(1);
  }

  @Test
  void longRequestsCountForMore() {
    Profile profile = Profile.of("", new double[][] {{1, 1}, {99, 49}});
    assertThat(ParallelGain.of(profile).speedup(2)).isEqualTo(2);
  }

  /** 95 % of 1 to 3 ms lose on two threads and more on three, 5 % of 8 to 12 ms gain. */
  private static Profile shortSlowerLongFaster() {
    var random = new SplittableRandom(1);
    double[][] timesMs = new double[400][];
    for (int r = 0; r < timesMs.length; r++) {
      boolean isLong = r % 20 == 0;
      double ms = isLong ? random.nextDouble(8, 12) : random.nextDouble(1, 3);
      double two = isLong ? 1.51 : random.nextDouble(0.56, 0.68);
      timesMs[r] = new double[] {ms, ms / two, ms / two * (isLong ? 0.8 : 1.2)};
    }
    return Profile.of("", timesMs);
  }

  @Test
  void shortRequestsStayAloneAndLongOnesGetHelp() {
    ParallelGain gain = ParallelGain.of(shortSlowerLongFaster());
    assertThat(gain.usefulDegree()).isEqualTo(3);
    assertThat(gain.usefulDegree(0, 3)).isEqualTo(1);
    assertThat(gain.usefulDegree(2, 3)).isEqualTo(1);
    assertThat(gain.usefulDegree(3, 3)).isEqualTo(3);
    assertThat(gain.usefulDegree(100, 3)).isEqualTo(3);
    assertThat(gain.logGain(1, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Math.exp(gain.logGain(1, 3)))
        .isCloseTo((1 - 1 / 1.51) / (2 / 1.51 - 1), within(1e-9));
    // Mostly long requests have several threads, so they do work at nearly their speed.
    assertThat(gain.speedup(2)).isBetween(1.2, 1.51);
    assertThat(gain.greatestSpeedup(1)).isEqualTo(1);
    assertThat(gain.greatestSpeedup(3)).isEqualTo(gain.speedup(3)).isBetween(1.4, 1.51 / 0.8);
  }

  @Test
  void aThreadThatHelpsBesideOthersOnlyIsNotAGoalWithoutThem() {
    // 0.9 with two threads, 1.1 with three, 1.6 with four.
    ParallelGain gain =
        ParallelGain.of(Profile.of("", new double[][] {{90, 100, 90 / 1.1, 90 / 1.6}}));
    assertThat(IntStream.rangeClosed(1, 5).map(most -> gain.usefulDegree(0, most)))
        .containsExactly(1, 1, 3, 4, 4);
    // If each thread helps, further threads do not change the goal.
    assertThat(ParallelGain.of(SyntheticProfiles.luceneLike(500, 4)).usefulDegree(0, 1))
        .isEqualTo(4);
  }

  @Test
  void whenTheUsefulDegreeChangesIsKnown() {
    ParallelGain gain = ParallelGain.of(shortSlowerLongFaster());
    double fromMs = gain.nextDegreeFromMs(0);
    assertThat(fromMs).isBetween(2.0, 3.0);
    assertThat(gain.usefulDegree(Math.nextDown(fromMs), 3)).isEqualTo(1);
    assertThat(gain.usefulDegree(fromMs, 3)).isGreaterThan(1);
    assertThat(gain.nextDegreeFromMs(5)).isInfinite();
    assertThat(ParallelGain.of(SyntheticProfiles.luceneLike(500, 4)).nextDegreeFromMs(0))
        .isInfinite();
  }

  @Test
  void whereAllGainAlikeTheWorkDoneDoesNotMatter() {
    ParallelGain gain = ParallelGain.of(SyntheticProfiles.luceneLikeConstant(500, 4));
    for (int threads = 1; threads < 4; threads++) {
      assertThat(gain.logGain(threads, 1_000)).isEqualTo(gain.logGain(threads, 0));
    }
  }

  @Test
  void gainsOfMeasuredProfilesAreMonotoneInSpiteOfNoise() {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(ParallelGain.of(SyntheticProfiles.luceneLikeNoisy(1_000, 4, seed)).isMonotone())
          .as("seed %s", seed)
          .isTrue();
    }
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
    // Degrees beyond the profile count as its greatest.
    assertThat(gain.workMs(after(30, 900))).isCloseTo(60, within(1e-9));
  }

  private static Progress after(double executionMs, double attainedMs) {
    long executionNanos = Math.round(executionMs * 1e6);
    return new Progress(
        executionNanos, executionNanos, Math.round(attainedMs * 1e6), 3, 3, Prediction.NONE);
  }
}
