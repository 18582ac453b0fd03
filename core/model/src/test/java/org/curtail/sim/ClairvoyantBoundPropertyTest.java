package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.plan.RandomProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ClairvoyantBoundPropertyTest {
  /** A simulation's clock rounds; the bound is exact. */
  private static final double ROUNDING = 1e-9;

  /** Tolerance relative to the bound, with a little for rounding. */
  private static final double PRECISION = 1.01e-6;

  private static Trace trace(RandomGenerator random, Profile profile, int cores, int count) {
    double load = random.nextDouble(0.1, 1.5);
    var arrivals = new PoissonArrivals(load * StabilityBound.perSecond(profile, cores));
    return Traces.draw(arrivals, profile, count, random.nextLong());
  }

  /** All requests use their threads perfectly, up to all cores. */
  private static Profile linear(RandomGenerator random, int requests, int cores) {
    double[][] timesMs = new double[requests][cores];
    for (double[] times : timesMs) {
      double sequentialMs = 5 + 95 * Math.pow(random.nextDouble(), 3);
      Arrays.setAll(times, i -> sequentialMs / (i + 1));
    }
    return Profile.of("linear", timesMs);
  }

  private static double percentileMs(double[] responsesMs, double percentile) {
    double[] ascendingMs = responsesMs.clone();
    Arrays.sort(ascendingMs);
    return Percentile.of(ascendingMs, percentile);
  }

  private static double maxMs(double[] responsesMs) {
    return DoubleStream.of(responsesMs).max().orElseThrow();
  }

  @Test
  void noDegreeServedInOrderOfArrivalIsBelow() {
    Cases.random(
        1,
        300,
        random -> {
          int cores = random.nextInt(1, 9);
          Profile profile = RandomProfiles.any(random, 20, random.nextInt(1, cores + 1));
          Trace trace = trace(random, profile, cores, 200);
          double percentile = random.nextDouble(100);
          var bound = ClairvoyantBound.of(trace, profile, cores);
          double boundMs = bound.percentileMs(percentile);
          for (int d = 1; d <= profile.maxDegree(); d++) {
            double[] responsesMs = SimplestSimulation.responsesMs(trace, profile, cores, d);
            double reachedMs = percentileMs(responsesMs, percentile);
            assertThat(boundMs).isLessThanOrEqualTo(reachedMs * (1 + ROUNDING));
            long late = DoubleStream.of(responsesMs).filter(ms -> ms > reachedMs).count();
            assertThat(bound.leastLate(reachedMs * (1 + ROUNDING))).isLessThanOrEqualTo((int) late);
          }
        });
  }

  @Test
  void theBoundKnowsWhichRequestsToDrop() {
    Cases.random(
        1,
        100,
        random -> {
          int cores = random.nextInt(1, 5);
          Profile profile = RandomProfiles.any(random, 20, cores);
          Trace trace = trace(random, profile, cores, 200);
          double percentile = random.nextDouble(50, 100);
          // The longest requests are not served, the others in order of arrival.
          int[] byTime =
              IntStream.range(0, 200)
                  .boxed()
                  .sorted((a, b) ->
                      Double.compare(
                          profile.timeMs(trace.request(a), 1), profile.timeMs(trace.request(b), 1)))
                  .mapToInt(Integer::intValue)
                  .limit(Percentile.rank(percentile, 200) + 1)
                  .sorted()
                  .toArray();
          Trace served =
              Trace.of(
                  IntStream.of(byTime).mapToDouble(trace::arrivalMs).toArray(),
                  IntStream.of(byTime).map(trace::request).toArray());
          double boundMs = ClairvoyantBound.of(trace, profile, cores).percentileMs(percentile);
          for (int d = 1; d <= cores; d++) {
            double[] responsesMs = SimplestSimulation.responsesMs(served, profile, cores, d);
            assertThat(boundMs).isLessThanOrEqualTo(maxMs(responsesMs) * (1 + ROUNDING));
          }
        });
  }

  @Test
  void withPerfectSpeedupsTheLongestResponseIsThatOfOneFastServer() {
    Cases.random(
        1,
        100,
        random -> {
          int cores = random.nextInt(1, 9);
          Profile profile = linear(random, 20, cores);
          Trace trace = trace(random, profile, cores, 300);
          double reachedMs = maxMs(SimplestSimulation.responsesMs(trace, profile, cores, cores));
          assertThat(ClairvoyantBound.of(trace, profile, cores).percentileMs(100))
              .isBetween(reachedMs * (1 - PRECISION), reachedMs * (1 + ROUNDING));
        });
  }

  @Test
  void withPerfectSpeedupsItIsTheBestOfAllWaysToForgetRequests() {
    Cases.random(
        1,
        200,
        random -> {
          int cores = random.nextInt(1, 5);
          int count = random.nextInt(1, 9);
          Profile profile = linear(random, 5, cores);
          Trace trace = trace(random, profile, cores, count);
          double percentile = random.nextDouble(100);
          int needed = Percentile.rank(percentile, count) + 1;
          double bestMs =
              IntStream.range(0, 1 << count)
                  .filter(set -> Integer.bitCount(set) == needed)
                  .mapToDouble(set ->
                      maxMs(
                          SimplestSimulation.responsesMs(part(trace, set), profile, cores, cores)))
                  .min()
                  .orElseThrow();
          assertThat(ClairvoyantBound.of(trace, profile, cores).percentileMs(percentile))
              .isBetween(bestMs * (1 - PRECISION), bestMs * (1 + ROUNDING));
        });
  }

  private static Trace part(Trace trace, int set) {
    int[] kept = IntStream.range(0, trace.size()).filter(i -> (set >> i & 1) == 1).toArray();
    return Trace.of(
        IntStream.of(kept).mapToDouble(trace::arrivalMs).toArray(),
        IntStream.of(kept).map(trace::request).toArray());
  }

  @Test
  void moreCoresOrLessLoadNeverRaiseIt() {
    Cases.random(
        1,
        100,
        random -> {
          int cores = random.nextInt(1, 9);
          Profile profile = RandomProfiles.any(random, 20, random.nextInt(1, 5));
          Trace trace = trace(random, profile, cores, 200);
          double percentile = random.nextDouble(100);
          double boundMs = ClairvoyantBound.of(trace, profile, cores).percentileMs(percentile);
          assertThat(ClairvoyantBound.of(trace, profile, cores + 1).percentileMs(percentile))
              .isLessThanOrEqualTo(boundMs * (1 + PRECISION));
          Trace calmer = trace.fasterBy(random.nextDouble(0.2, 1));
          assertThat(ClairvoyantBound.of(calmer, profile, cores).percentileMs(percentile))
              .isLessThanOrEqualTo(boundMs * (1 + PRECISION));
          assertThat(boundMs)
              .isGreaterThanOrEqualTo(
                  ClairvoyantBound.isolatedMs(trace, profile, cores, percentile));
        });
  }

  @Test
  void atVanishingLoadItIsTheIsolationBound() {
    Cases.random(
        1,
        100,
        random -> {
          int cores = random.nextInt(1, 9);
          Profile profile = RandomProfiles.any(random, 20, random.nextInt(1, 12));
          Trace trace = trace(random, profile, cores, 200).fasterBy(1e-6);
          double percentile = random.nextDouble(100);
          assertThat(ClairvoyantBound.of(trace, profile, cores).percentileMs(percentile))
              .isEqualTo(ClairvoyantBound.isolatedMs(trace, profile, cores, percentile));
        });
  }

  @Test
  void theLateRequestsAtTheBoundAreThoseThePercentileAllows() {
    Cases.random(
        1,
        50,
        random -> {
          Profile profile = SyntheticProfiles.heavy(100, 4);
          Trace trace = trace(random, profile, 6, 1_000);
          var bound = ClairvoyantBound.of(trace, profile, 6);
          double boundMs = bound.percentileMs(95);
          assertThat(bound.leastLate(boundMs * (1 + PRECISION))).isLessThanOrEqualTo(50);
          assertThat(bound.leastLate(boundMs * 0.999)).isGreaterThan(50);
        });
  }

  @Test
  void doesNotDependOnTheUnitOrTheBeginOfTheTrace() {
    double[][] timesMs = {{40, 25}, {10, 9}};
    var profile = Profile.of("", timesMs);
    double[] arrivalsMs = {0, 0, 1, 2, 3, 5, 8};
    int[] requests = {0, 1, 0, 0, 1, 1, 0};
    double boundMs =
        ClairvoyantBound.of(Trace.of(arrivalsMs, requests), profile, 2).percentileMs(80);
    double[] laterMs = DoubleStream.of(arrivalsMs).map(ms -> 1.7e12 + ms).toArray();
    assertThat(ClairvoyantBound.of(Trace.of(laterMs, requests), profile, 2).percentileMs(80))
        .isBetween(boundMs * (1 - 2 * PRECISION), boundMs * (1 + PRECISION));
    double[] tinyMs = DoubleStream.of(arrivalsMs).map(ms -> 1e-9 * ms).toArray();
    for (double[] times : timesMs) {
      Arrays.setAll(times, d -> 1e-9 * times[d]);
    }
    assertThat(
            ClairvoyantBound.of(Trace.of(tinyMs, requests), Profile.of("", timesMs), 2)
                .percentileMs(80))
        .isCloseTo(1e-9 * boundMs, within(1e-15 * boundMs));
  }

  @Test
  void impossibleValuesAreRejected() {
    var profile = Profile.of("", new double[][] {{40, 25}});
    var trace = Trace.of(new double[1], new int[1]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClairvoyantBound.of(trace, profile, 0))
        .withMessage("cores must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClairvoyantBound.of(Trace.of(new double[1], new int[] {1}), profile, 1))
        .withMessage("arrival 0 is of request 1, but the profile has 1");
    var bound = ClairvoyantBound.of(trace, profile, 1);
    for (double impossible : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> bound.leastLate(impossible));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> bound.percentileMs(101));
  }
}
