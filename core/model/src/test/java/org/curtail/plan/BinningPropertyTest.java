package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class BinningPropertyTest {
  /** Sometimes weighted, sometimes with equal demands. */
  private static Profile profile(RandomGenerator random) {
    double[][] timesMs = new double[random.nextInt(1, 200)][random.nextInt(1, 5)];
    boolean whole = random.nextBoolean();
    for (double[] times : timesMs) {
      double demandMs = 5 + 95 * Math.pow(random.nextDouble(), 3);
      times[0] = whole ? Math.rint(demandMs / 10 + 1) : demandMs;
      for (int d = 2; d <= times.length; d++) {
        times[d - 1] = times[0] / random.nextDouble(0.7, d);
      }
    }
    Profile profile =
        RandomProfiles.maybeSerial(random, Profile.of("random", timesMs))
            .withNotes(List.of("of few requests"));
    return random.nextBoolean()
        ? profile
        : profile.withWeights(random.doubles(timesMs.length, 0.1, 1000).toArray());
  }

  private static void assertMeansAreKept(Profile changed, Profile original) {
    assertThat(changed.maxDegree()).isEqualTo(original.maxDegree());
    assertThat(changed.notes()).isEqualTo(original.notes());
    for (int degree = 1; degree <= original.maxDegree(); degree++) {
      double meanMs = original.meanMs(degree);
      assertThat(changed.meanMs(degree)).isCloseTo(meanMs, within(1e-9 * meanMs));
    }
    assertThat(meanSerialMs(changed)).isCloseTo(meanSerialMs(original), within(1e-9));
  }

  private static double meanSerialMs(Profile profile) {
    return IntStream.range(0, profile.requests())
            .mapToDouble(r -> profile.weight(r) * profile.serialMs(r))
            .sum()
        / profile.totalWeight();
  }

  private static double widthMs(Profile profile, int bins) {
    double[] ascendingMs = profile.ascendingMs(1);
    return (ascendingMs[ascendingMs.length - 1] - ascendingMs[0]) / bins;
  }

  @Test
  void binsKeepMeansAndWeightsAndMovePercentilesByTheirWidthAtMost() {
    Cases.random(
        1,
        500,
        random -> {
          Profile profile = profile(random);
          int bins = random.nextInt(1, 100);
          Profile binned = Binning.byDemand(profile, bins);
          assertThat(binned.requests()).isLessThanOrEqualTo(Math.min(bins, profile.requests()));
          assertThat(binned.totalWeight())
              .isCloseTo(profile.totalWeight(), within(1e-9 * profile.totalWeight()));
          assertMeansAreKept(binned, profile);
          double widthMs = widthMs(profile, bins);
          for (double percentile : new double[] {0, 1, 50, 90, 99, 99.9, 100}) {
            assertThat(binned.percentileMs(percentile, 1))
                .isCloseTo(profile.percentileMs(percentile, 1), within(widthMs + 1e-9));
          }
        });
  }

  @Test
  void binsEqualThoseComputedByHand() {
    Cases.random(
        2,
        300,
        random -> {
          Profile profile = profile(random);
          int bins = random.nextInt(1, 30);
          double leastMs = profile.ascendingMs(1)[0];
          double rangeMs = bins * widthMs(profile, bins);
          Profile binned = Binning.byDemand(profile, bins);
          int found = 0;
          for (int bin = 0; bin < bins; bin++) {
            int number = bin;
            int[] members =
                IntStream.range(0, profile.requests())
                    .filter(r -> {
                      double share = rangeMs == 0 ? 0 : (profile.timeMs(r, 1) - leastMs) / rangeMs;
                      return number == Math.min((int) (share * bins), bins - 1);
                    })
                    .toArray();
            if (members.length > 0) {
              Profile expected = profile.select(members);
              Profile one = binned.select(found++);
              assertMeansAreKept(one, expected);
              assertThat(one.totalWeight())
                  .isCloseTo(expected.totalWeight(), within(1e-9 * expected.totalWeight()));
            }
          }
          assertThat(binned.requests()).isEqualTo(found);
          assertThat(binned.ascendingMs(1))
              .containsExactly(
                  IntStream.range(0, found).mapToDouble(r -> binned.timeMs(r, 1)).toArray());
        });
  }

  @Test
  void oneBinIsTheMean() {
    Profile profile =
        Profile.weighted("x", new double[][] {{10, 8}, {20, 12}}, new double[] {3, 1});
    assertThat(Binning.byDemand(profile, 1))
        .isEqualTo(Profile.weighted("x, in 1 bin of 10 ms", new double[][] {{12.5, 9}}, of(4)));
  }

  private static double[] of(double... weights) {
    return weights;
  }

  @Test
  void emptyBinsAreDroppedAndTheSourceNamesTheBins() {
    Profile profile = Profile.of("x", new double[][] {{1010}, {11}, {10}});
    Profile expected =
        Profile.weighted("x, in 300 bins of 3.33 ms", new double[][] {{10.5}, {1010}}, of(2, 1));
    assertThat(Binning.byDemand(profile, 300)).isEqualTo(expected);
    assertThat(Binning.byDemand(profile, Integer.MAX_VALUE).requests()).isEqualTo(3);
  }

  @Test
  void equalDemandsStayExactlyAsTheyAre() {
    double[][] timesMs = new double[1000][];
    Arrays.fill(timesMs, new double[] {0.1, 0.07});
    assertThat(Binning.byDemand(Profile.of("x", timesMs), 20))
        .isEqualTo(
            Profile.weighted("x, in 20 bins of 0 ms", new double[][] {{0.1, 0.07}}, of(1000)));
  }

  @Test
  void noBinsAreRejected() {
    Profile profile = Profile.of("x", new double[][] {{1}});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Binning.byDemand(profile, 0))
        .withMessage("expected at least 1 bin, found 0");
  }

  @Test
  void theAggregateSpeedupKeepsSequentialTimesWeightsAndMeans() {
    Cases.random(
        3,
        300,
        random -> {
          Profile profile = profile(random);
          Profile aggregated = Binning.aggregateSpeedups(profile);
          assertMeansAreKept(aggregated, profile);
          for (int r = 0; r < profile.requests(); r++) {
            assertThat(aggregated.timeMs(r, 1)).isEqualTo(profile.timeMs(r, 1));
            assertThat(aggregated.serialMs(r)).isEqualTo(profile.serialMs(r));
            assertThat(aggregated.weight(r)).isEqualTo(profile.weight(r));
            for (int degree = 1; degree <= profile.maxDegree(); degree++) {
              double serialMs = profile.serialMs(r);
              double speedup =
                  (profile.meanMs(1) - meanSerialMs(profile))
                      / (profile.meanMs(degree) - meanSerialMs(profile));
              assertThat(
                      (aggregated.timeMs(r, 1) - serialMs)
                          / (aggregated.timeMs(r, degree) - serialMs))
                  .isCloseTo(speedup, within(1e-6));
            }
          }
        });
  }

  @Test
  void theAggregateSpeedupOfAnAggregateSpeedupChangesNothing() {
    Cases.random(
        4,
        300,
        random -> {
          Profile once = Binning.aggregateSpeedups(profile(random));
          Profile twice = Binning.aggregateSpeedups(once);
          assertThat(twice.source()).isEqualTo(once.source()).startsWith("random, with the ");
          for (int r = 0; r < once.requests(); r++) {
            for (int degree = 1; degree <= once.maxDegree(); degree++) {
              double timeMs = once.timeMs(r, degree);
              assertThat(twice.timeMs(r, degree)).isCloseTo(timeMs, within(1e-12 * timeMs));
            }
          }
        });
  }

  @Test
  void theAggregateSpeedupIsThatOfAllRequestsTogether() {
    Profile profile = Profile.weighted("x", new double[][] {{10, 10}, {30, 10}}, of(3, 1));
    // 60 ms at degree 1, 40 ms at degree 2.
    assertThat(Binning.aggregateSpeedups(profile))
        .isEqualTo(
            Profile.weighted(
                "x, with the aggregate speedup",
                new double[][] {{10, 10 / 1.5}, {30, 20}},
                of(3, 1)));
  }
}
