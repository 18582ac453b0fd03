package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SpeedupsByProgressTest {
  /** Returns the mean time of requests with more demand over that at degree 1, by weight. */
  private static double meanSlowness(Profile profile, double beyondMs, int degree) {
    double weight = 0;
    double sum = 0;
    for (int r = 0; r < profile.requests(); r++) {
      if (profile.timeMs(r, 1) > beyondMs) {
        weight += profile.weight(r);
        sum += profile.weight(r) * profile.timeMs(r, degree) / profile.timeMs(r, 1);
      }
    }
    return sum / weight;
  }

  private static int requestsBeyond(Profile profile, double ms) {
    int count = 0;
    for (int r = 0; r < profile.requests(); r++) {
      count += profile.timeMs(r, 1) > ms ? 1 : 0;
    }
    return count;
  }

  @Test
  void eachStepIsTheMeanOfTheRequestsThatAreStillThere() {
    Cases.random(
        1,
        300,
        random -> {
          int requests = random.nextInt(1, 200);
          double[][] timesMs = new double[requests][];
          double[] weights = new double[requests];
          // Whole milliseconds, so that some are equal.
          for (int r = 0; r < requests; r++) {
            double ms = random.nextInt(1, 60);
            double two = ms * random.nextDouble(0.4, 1.6);
            timesMs[r] = new double[] {ms, two, two * random.nextDouble(0.5, 1.3)};
            weights[r] = random.nextDouble(0.1, 3);
          }
          Profile profile = Profile.weighted("", timesMs, weights);
          SpeedupsByProgress speedups = SpeedupsByProgress.of(profile);
          assertThat(speedups.fromMs(0)).isZero();
          for (int step = 0; step < speedups.steps(); step++) {
            double fromMs = speedups.fromMs(step);
            for (int degree = 1; degree <= 3; degree++) {
              // Smoothing changes each of two ratios by 0.02 at most.
              assertThat(speedups.slowness(step, degree))
                  .as("after %s ms at degree %s", fromMs, degree)
                  .isCloseTo(meanSlowness(profile, fromMs, degree), within(0.09));
            }
            if (step > 0) {
              assertThat(fromMs).isGreaterThan(speedups.fromMs(step - 1));
              assertThat(requestsBeyond(profile, fromMs))
                  .isGreaterThanOrEqualTo(SpeedupsByProgress.FEWEST);
            }
          }
        });
  }

  @Test
  void whereLongerRequestsGainMoreNothingIsSmoothed() {
    Profile profile = SyntheticProfiles.luceneLike(1_000, 4);
    SpeedupsByProgress speedups = SpeedupsByProgress.of(profile);
    assertThat(speedups.isRising()).isTrue();
    assertThat(speedups.steps()).isGreaterThan(20);
    for (int step = 0; step < speedups.steps(); step++) {
      assertThat(speedups.slowness(step, 4))
          .isCloseTo(meanSlowness(profile, speedups.fromMs(step), 4), within(1e-9));
    }
  }

  @Test
  void aStepCountsFromItsFirstMomentToThatOfTheNext() {
    SpeedupsByProgress speedups = SpeedupsByProgress.of(SyntheticProfiles.luceneLike(1_000, 4));
    for (int step = 0; step < speedups.steps(); step++) {
      assertThat(speedups.step(speedups.fromMs(step))).isEqualTo(step);
      assertThat(speedups.step(Math.nextUp(speedups.fromMs(step)))).isEqualTo(step);
    }
    assertThat(speedups.step(1e12)).isEqualTo(speedups.steps() - 1);
  }

  @Test
  void requestsThatAllGainAlikeAreOneStep() {
    SpeedupsByProgress speedups =
        SpeedupsByProgress.of(SyntheticProfiles.luceneLikeConstant(1_000, 4));
    assertThat(speedups.steps()).isEqualTo(1);
    assertThat(1 / speedups.slowness(0, 4)).isCloseTo(3.1, within(1e-9));
  }

  @Test
  void fewRequestsAreOneStepWhateverTheyGain() {
    double[][] timesMs = new double[SpeedupsByProgress.FEWEST][];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r] = new double[] {r + 1, r < 5 ? 2 * (r + 1) : (r + 1) / 2.0};
    }
    SpeedupsByProgress speedups = SpeedupsByProgress.of(Profile.of("", timesMs));
    assertThat(speedups.steps()).isEqualTo(1);
    assertThat(speedups.slowness(0, 2)).isCloseTo((5 * 2 + 5 * 0.5) / 10, within(1e-12));
  }

  @Test
  void noiseIsSmoothedSoThatGainsRiseWithTheWorkDone() {
    Profile noisy = SyntheticProfiles.luceneLikeNoisy(2_000, 4, 1);
    SpeedupsByProgress speedups = SpeedupsByProgress.of(noisy);
    assertThat(speedups.isRising()).isTrue();
    for (int degree = 2; degree <= 4; degree++) {
      for (int step = 1; step < speedups.steps(); step++) {
        assertThat(speedups.slowness(step, degree) / speedups.slowness(step, degree - 1))
            .isLessThanOrEqualTo(
                speedups.slowness(step - 1, degree) / speedups.slowness(step - 1, degree - 1)
                    + 1e-12);
      }
    }
  }

  @Test
  void thatLongRequestsGainLessIsNoNoise() {
    double[][] timesMs = new double[200][];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r] = new double[] {r + 1, r < 150 ? (r + 1) / 1.8 : r + 1};
    }
    SpeedupsByProgress speedups = SpeedupsByProgress.of(Profile.of("", timesMs));
    assertThat(speedups.isRising()).isFalse();
    assertThat(speedups.usefulDegree(0, 2)).isEqualTo(2);
    assertThat(speedups.slowness(speedups.step(180), 2)).isCloseTo(1, within(1e-12));
    assertThat(speedups.usefulDegree(speedups.step(180), 2)).isEqualTo(1);
  }
}
