package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.curtail.Profile;
import org.curtail.plan.RandomProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LeastCoreTimePropertyTest {
  private static Profile oneRequest(double... timesMs) {
    return Profile.of("", new double[][] {timesMs});
  }

  private static double timeMs(Profile profile, int degree, int cores) {
    double serialMs = profile.serialMs(0);
    return serialMs + (profile.timeMs(0, degree) - serialMs) * Math.max(1, (double) degree / cores);
  }

  private static double coreMs(Profile profile, int degree) {
    double serialMs = profile.serialMs(0);
    return serialMs + degree * (profile.timeMs(0, degree) - serialMs);
  }

  /** Returns a profile of one request, half of the time with a serial part. */
  private static Profile any(RandomGenerator random) {
    Profile profile = RandomProfiles.any(random, 1, random.nextInt(1, 6));
    double leastMs = profile.timeMs(0, 1);
    for (int d = 2; d <= profile.maxDegree(); d++) {
      leastMs = Math.min(leastMs, profile.timeMs(0, d));
    }
    return random.nextBoolean()
        ? profile
        : profile.withSerialMs(new double[] {random.nextDouble() * leastMs});
  }

  /** Tries all pairs of degrees. A linear program with two constraints needs no more. */
  private static double byPairs(Profile profile, int cores, double withinMs) {
    double least = Double.POSITIVE_INFINITY;
    for (int a = 1; a <= profile.maxDegree(); a++) {
      double aMs = timeMs(profile, a, cores);
      double aCoreMs = coreMs(profile, a);
      for (int b = 1; b <= profile.maxDegree(); b++) {
        double bMs = timeMs(profile, b, cores);
        double bCoreMs = coreMs(profile, b);
        if (aMs <= withinMs) {
          double shareOfB = bMs <= withinMs ? 1 : (withinMs - aMs) / (bMs - aMs);
          least = Math.min(least, Math.min(aCoreMs, aCoreMs + shareOfB * (bCoreMs - aCoreMs)));
        }
      }
    }
    return least;
  }

  @Test
  void agreesWithTheBestPairOfDegrees() {
    Cases.random(
        1,
        2_000,
        random -> {
          int cores = random.nextInt(1, 6);
          Profile profile = any(random);
          var leastCoreTime = LeastCoreTime.of(profile, 0, cores);
          double withinMs = random.nextDouble(0.5, 1.5) * profile.timeMs(0, 1);
          double expectedMs = byPairs(profile, cores, withinMs);
          double foundMs = leastCoreTime.ms(withinMs);
          if (Double.isInfinite(expectedMs)) {
            assertThat(foundMs).isInfinite();
          } else {
            assertThat(foundMs).isCloseTo(expectedMs, within(1e-12 * expectedMs));
          }
        });
  }

  @Test
  void noMixtureOfDegreesAndPausesCostsLess() {
    Cases.random(
        1,
        2_000,
        random -> {
          int cores = random.nextInt(1, 6);
          Profile profile = any(random);
          double[] shares = shares(random, profile.maxDegree());
          double elapsedMs = random.nextBoolean() ? 0 : random.nextDouble(100);
          double coreMs = 0;
          for (int d = 1; d <= shares.length; d++) {
            elapsedMs += shares[d - 1] * timeMs(profile, d, cores);
            coreMs += shares[d - 1] * coreMs(profile, d);
          }
          var leastCoreTime = LeastCoreTime.of(profile, 0, cores);
          assertThat(leastCoreTime.ms(elapsedMs * (1 + 1e-12)))
              .isLessThanOrEqualTo(coreMs * (1 + 1e-12));
          assertThat(elapsedMs).isGreaterThanOrEqualTo(leastCoreTime.fastestMs() * (1 - 1e-12));
          assertThat(coreMs).isGreaterThanOrEqualTo(leastCoreTime.leastMs() * (1 - 1e-12));
        });
  }

  private static double[] shares(RandomGenerator random, int degrees) {
    double[] shares = random.doubles(degrees).map(u -> u < 0.3 ? 0 : u).toArray();
    shares[random.nextInt(degrees)] += 0.1;
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    for (int i = 0; i < degrees; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  @Test
  void betweenTwoDegreesTimeIsShared() {
    // Halfway in time between 100 ms and 60 ms is halfway in core time between 100 ms and 120 ms.
    var leastCoreTime = LeastCoreTime.of(oneRequest(100, 60), 0, 2);
    assertThat(leastCoreTime.fastestMs()).isEqualTo(60);
    assertThat(leastCoreTime.ms(59.9)).isInfinite();
    assertThat(leastCoreTime.ms(60)).isEqualTo(120);
    assertThat(leastCoreTime.ms(80)).isCloseTo(110, within(1e-12));
    assertThat(leastCoreTime.ms(100)).isEqualTo(100);
    assertThat(leastCoreTime.ms(1e9)).isEqualTo(100);
  }

  @Test
  void aDegreeThatMixturesBeatIsNotUsed() {
    // 96 ms at degree 2 take 192 ms of core time; degrees 1 and 4 in turn take less.
    var leastCoreTime = LeastCoreTime.of(oneRequest(100, 96, 90, 30), 0, 4);
    assertThat(leastCoreTime.ms(96)).isCloseTo(100 + 20 * 4 / 70.0, within(1e-12));
  }

  @Test
  void superlinearRequestsAreChargedForTheirBestDegree() {
    var leastCoreTime = LeastCoreTime.of(oneRequest(100, 40), 0, 2);
    assertThat(leastCoreTime.leastMs()).isEqualTo(80);
    assertThat(leastCoreTime.ms(1000)).isEqualTo(80);
  }

  @Test
  void moreThreadsThanCoresShareThem() {
    var leastCoreTime = LeastCoreTime.of(oneRequest(100, 60, 50, 45), 0, 2);
    assertThat(leastCoreTime.fastestMs()).isEqualTo(60);
    assertThat(LeastCoreTime.of(oneRequest(100, 25), 0, 1).fastestMs()).isEqualTo(50);
  }

  @Test
  void noCoreIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeastCoreTime.of(oneRequest(1), 0, 0))
        .withMessage("cores must be at least 1: 0");
  }
}
