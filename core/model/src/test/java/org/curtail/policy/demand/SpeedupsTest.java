package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SpeedupsTest {
  private static final long MS = 1_000_000;

  /** Work of 300 ms is done in 200 and 150 ms. */
  private final Speedups speedups =
      Speedups.of(Profile.of("test", new double[][] {{100, 60, 50}, {200, 140, 100}}));

  private static Progress after(long executionMs, long attainedMs) {
    return new Progress(executionMs * MS, executionMs * MS, attainedMs * MS, 1, 1, Prediction.NONE);
  }

  @Test
  void areThoseOfTheWholeWork() {
    assertThat(speedups.at(1)).isEqualTo(1);
    assertThat(speedups.at(2)).isEqualTo(1.5);
    assertThat(speedups.at(3)).isEqualTo(2);
    assertThat(speedups.at(2.5)).isEqualTo(1.75);
    assertThat(speedups.at(0.5)).isEqualTo(1);
    assertThat(speedups.at(9.0)).isEqualTo(2);
    assertThat(speedups.maxDegree()).isEqualTo(3);
  }

  @Test
  void moreThreadsThanAreUsefulAreNotCounted() {
    assertThat(Speedups.of(Profile.of("test", new double[][] {{100, 60, 80}})).usefulDegree())
        .isEqualTo(2);
  }

  @Test
  void theLeastDegreeInTimeIsFoundIfThereIsOne() {
    assertThat(speedups.leastDegree(100, 100)).isEqualTo(1);
    assertThat(speedups.leastDegree(100, 99)).isEqualTo(2);
    assertThat(speedups.leastDegree(100, 66)).isEqualTo(3);
    assertThat(speedups.leastDegree(100, 49)).isZero();
    assertThat(speedups.leastDegree(100, -1)).isZero();
  }

  @Test
  void aConstantDegreeShowsTheWorkDone() {
    assertThat(speedups.doneMs(after(0, 0))).isZero();
    assertThat(speedups.doneMs(after(40, 40))).isEqualTo(40);
    assertThat(speedups.doneMs(after(40, 80))).isEqualTo(60);
    assertThat(speedups.leastDoneMs(after(40, 40))).isEqualTo(40);
    assertThat(speedups.leastDoneMs(after(40, 120))).isEqualTo(80);
  }

  /**
   * Half of the time on one thread, half on three: the true value is the least work that may be
   * done.
   */
  @Test
  void aMixtureOfDistantDegreesHasDoneLessThanItsMeanDegree() {
    var concave = Speedups.of(Profile.of("test", new double[][] {{100, 55, 50}}));
    double trueMs = 20 * 1 + 20 * 2;
    assertThat(concave.leastDoneMs(after(40, 80))).isEqualTo(trueMs);
    assertThat(concave.doneMs(after(40, 80))).isGreaterThan(trueMs + 10);
  }

  @Test
  void atAnyDegreesAtLeastTheLeastWorkIsDone() {
    Speedups luceneLike = Speedups.of(SyntheticProfiles.luceneLike(200, 4));
    Cases.random(
        1,
        200,
        random -> {
          long executionMs = 0;
          long attainedMs = 0;
          double doneMs = 0;
          for (int phase = 0; phase < 5; phase++) {
            int degree = random.nextInt(1, 5);
            int lengthMs = random.nextInt(1, 50);
            executionMs += lengthMs;
            attainedMs += (long) degree * lengthMs;
            doneMs += lengthMs * luceneLike.at(degree);
          }
          Progress request = after(executionMs, attainedMs);
          assertThat(luceneLike.leastDoneMs(request)).isLessThanOrEqualTo(doneMs + 1e-9);
          assertThat(luceneLike.doneMs(request)).isGreaterThanOrEqualTo(doneMs - 1e-9);
        });
  }

  @Test
  void requestsOfOneDemandHaveSpeedupsOfTheirOwn() {
    Profile profile = SyntheticProfiles.luceneLike(400, 4);
    SpeedupsByDemand byDemand = SpeedupsByDemand.of(profile);
    // The shortest requests differ too much among themselves.
    for (int request = 40; request < profile.requests(); request += 7) {
      assertThat(byDemand.of(profile.timeMs(request, 1)).at(4))
          .isCloseTo(profile.speedup(request, 4), within(0.35));
    }
    assertThat(byDemand.of(1e9).at(4)).isGreaterThan(byDemand.of(1e-9).at(4) + 1);
    assertThat(byDemand.of(50).at(4)).isLessThan(byDemand.of(500).at(4));
  }

  @Test
  void classesOfDemandGoByWeight() {
    double[][] timesMs = {{100, 50}, {10, 10}, {20, 20}};
    Profile mostlyLong = Profile.weighted("test", timesMs, new double[] {98, 1, 1});
    assertThat(SpeedupsByDemand.of(mostlyLong).of(20).at(2))
        .isEqualTo(Speedups.of(mostlyLong).at(2));
    SpeedupsByDemand even = SpeedupsByDemand.of(Profile.of("test", timesMs));
    assertThat(even.of(20).at(2)).isEqualTo(1);
    assertThat(even.of(21).at(2)).isEqualTo(2);
  }
}
