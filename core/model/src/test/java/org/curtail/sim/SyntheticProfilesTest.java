package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class SyntheticProfilesTest {
  private static final int REQUESTS = 10_000;

  private static final double ROUNDING = 1e-12;

  private static final Profile LUCENE_LIKE = SyntheticProfiles.luceneLike(REQUESTS, 6);

  private static List<Profile> all(int requests) {
    return List.of(
        SyntheticProfiles.luceneLike(requests, 6),
        SyntheticProfiles.luceneLikeNoisy(requests, 6, 1),
        SyntheticProfiles.luceneLikeScalable(requests, 8),
        SyntheticProfiles.luceneLikeWeak(requests, 6),
        SyntheticProfiles.luceneLikeConstant(requests, 6),
        SyntheticProfiles.heavy(requests, 4),
        SyntheticProfiles.bingLike(requests),
        SyntheticProfiles.bingLikeWithLateSpeedups(requests),
        SyntheticProfiles.bingLike2012(requests),
        SyntheticProfiles.bingLike2012WithSerialParts(requests));
  }

  @Test
  void luceneLikeHasTheMeanAndThePercentilesItWasFittedTo() {
    assertThat(LUCENE_LIKE.meanMs(1)).isCloseTo(230.9, within(0.05));
    assertThat(LUCENE_LIKE.percentileMs(50, 1)).isCloseTo(186, within(0.5));
    assertThat(LUCENE_LIKE.percentileMs(95, 1)).isCloseTo(584, within(0.5));
    assertThat(LUCENE_LIKE.percentileMs(99, 1)).isCloseTo(837, within(0.5));
    assertThat(LUCENE_LIKE.percentileMs(100, 1)).isCloseTo(1639, within(0.5));
  }

  @Test
  void mostRequestsOfLuceneLikeTakeAround90Ms() {
    int[] bins = new int[100];
    for (double timeMs : LUCENE_LIKE.ascendingMs(1)) {
      bins[(int) (timeMs / 20)]++;
    }
    int fullest = Arrays.stream(bins).max().orElseThrow();
    assertThat(bins[80 / 20]).isEqualTo(fullest);
    assertThat(bins).containsOnlyOnce(fullest);
  }

  @Test
  void theSpeedupOfLuceneLikeGrowsWithTheDemandUpToItsLimit() {
    double demandMs = LUCENE_LIKE.timeMs(REQUESTS - 1, 1);
    double share = demandMs / (demandMs + 25);
    double[] limits = {1, 1.95, 2.75, 3.4, 3.4, 3.4};
    for (int d = 1; d <= limits.length; d++) {
      assertThat(LUCENE_LIKE.speedup(REQUESTS - 1, d))
          .isCloseTo(1 + (limits[d - 1] - 1) * share, within(ROUNDING));
    }
    for (int r = 1; r < REQUESTS; r++) {
      assertThat(LUCENE_LIKE.speedup(r, 4)).isGreaterThan(LUCENE_LIKE.speedup(r - 1, 4));
    }
  }

  @Test
  void moreThreadsAreNeverSlowerAndNeverMoreThanProportionallyFaster() {
    for (Profile profile : all(1_000)) {
      for (int r = 0; r < profile.requests(); r++) {
        for (int d = 2; d <= profile.maxDegree(); d++) {
          assertThat(profile.timeMs(r, d)).isLessThanOrEqualTo(profile.timeMs(r, d - 1));
          assertThat(profile.speedup(r, d) / d)
              .isLessThanOrEqualTo(profile.speedup(r, d - 1) / (d - 1) * (1 + ROUNDING));
        }
      }
    }
  }

  @Test
  void demandsAscend() {
    for (Profile profile : all(1_000)) {
      for (int r = 1; r < profile.requests(); r++) {
        assertThat(profile.timeMs(r, 1)).isGreaterThanOrEqualTo(profile.timeMs(r - 1, 1));
      }
    }
  }

  @Test
  void noiseIsRepeatableAndKeepsDemandAndMeanSpeedup() {
    Profile noisy = SyntheticProfiles.luceneLikeNoisy(REQUESTS, 6, 1);
    assertThat(noisy).isEqualTo(SyntheticProfiles.luceneLikeNoisy(REQUESTS, 6, 1));
    assertThat(noisy).isNotEqualTo(SyntheticProfiles.luceneLikeNoisy(REQUESTS, 6, 2));
    assertThat(noisy.ascendingMs(1)).isEqualTo(LUCENE_LIKE.ascendingMs(1));
    assertThat(noisy.meanSpeedup(4, 0, 100))
        .isCloseTo(LUCENE_LIKE.meanSpeedup(4, 0, 100), within(0.03));
    double leastGain = 1;
    double greatestGain = 1;
    for (int r = 0; r < REQUESTS; r++) {
      double gain = (noisy.speedup(r, 4) - 1) / (LUCENE_LIKE.speedup(r, 4) - 1);
      leastGain = Math.min(leastGain, gain);
      greatestGain = Math.max(greatestGain, gain);
    }
    assertThat(leastGain).isBetween(0.3, 0.7);
    assertThat(greatestGain).isCloseTo(1.15, within(0.01));
  }

  @Test
  void allEightDegreesOfScalableMatter() {
    Profile scalable = SyntheticProfiles.luceneLikeScalable(1_000, 8);
    assertThat(scalable.ascendingMs(1))
        .isEqualTo(SyntheticProfiles.luceneLike(1_000, 1).ascendingMs(1));
    for (int d = 2; d <= 8; d++) {
      assertThat(scalable.percentileMs(99, d)).isLessThan(0.95 * scalable.percentileMs(99, d - 1));
    }
  }

  @Test
  void heavyHasTheMedianOfLuceneLikeAndALimit() {
    Profile heavy = SyntheticProfiles.heavy(REQUESTS, 4);
    assertThat(heavy.percentileMs(50, 1)).isCloseTo(186, within(0.5));
    // 2.3263 is the 99th percentile of the standard normal distribution.
    assertThat(heavy.percentileMs(99, 1)).isCloseTo(186 * Math.exp(0.85 * 2.3263), within(10.0));
    assertThat(heavy.percentileMs(100, 1)).isEqualTo(1500);
  }

  @Test
  void bingLikeFollowsItsMixtureUpToItsLimit() {
    Profile bing = SyntheticProfiles.bingLike(REQUESTS);
    assertThat(bing.maxDegree()).isEqualTo(3);
    assertThat(bing.percentileMs(100, 1)).isEqualTo(200);
    var normal = NormalDistribution.of(0, 1);
    double[] timesMs = bing.ascendingMs(1);
    for (double timeMs : new double[] {2, 5, 10, 20, 50, 100, 199}) {
      double expected =
          0.8699 * normal.cumulativeProbability((Math.log(timeMs) - 1.6089) / 0.5085)
              + 0.1301 * normal.cumulativeProbability((Math.log(timeMs) - 4.0388) / 0.6736);
      double share = Arrays.stream(timesMs).filter(t -> t <= timeMs).count() / (double) REQUESTS;
      assertThat(share).isCloseTo(expected, within(1.0 / REQUESTS));
    }
    assertThat(bing.speedup(REQUESTS - 1, 2)).isCloseTo(1 + 0.75 * 200 / 209.65, within(ROUNDING));
    assertThat(bing.speedup(REQUESTS - 1, 3)).isCloseTo(1 + 1.256 * 200 / 209.65, within(ROUNDING));
  }

  @Test
  void bothProfilesLikeBingHaveThePublishedDemandAndSpeedups() {
    for (Profile bing :
        List.of(
            SyntheticProfiles.bingLike(REQUESTS),
            SyntheticProfiles.bingLikeWithLateSpeedups(REQUESTS))) {
      double[] timesMs = bing.ascendingMs(1);
      assertThat(Arrays.stream(timesMs).filter(t -> t < 15).count())
          .isGreaterThan(85 * REQUESTS / 100);
      assertThat(bing.percentileMs(99, 1) / bing.percentileMs(50, 1)).isCloseTo(27, within(1.0));
      assertThat(bing.meanSpeedup(3, 95, 100)).isBetween(2.0, 2.2);
      assertThat(bing.meanSpeedup(3, 0, 5)).isCloseTo(1.2, within(0.06));
    }
  }

  @Test
  void bingOf2012HasThePublishedDemandAndSpeedups() {
    Profile bing = SyntheticProfiles.bingLike2012(REQUESTS);
    double meanMs = bing.meanMs(1);
    assertThat(meanMs).isCloseTo(86, within(2.0));
    assertThat(bing.percentileMs(95, 1) / meanMs).isCloseTo(3.68, within(0.02));
    assertThat(bing.percentileMs(95, 1) / bing.percentileMs(50, 1)).isCloseTo(12.37, within(0.05));
    double[] timesMs = bing.ascendingMs(1);
    double longestQuarterMs = Arrays.stream(timesMs, REQUESTS * 3 / 4, REQUESTS).sum();
    assertThat(longestQuarterMs / (meanMs * REQUESTS)).isGreaterThan(0.81);
    double[] longestMs = Arrays.copyOfRange(timesMs, REQUESTS * 95 / 100, REQUESTS);
    assertThat(Arrays.stream(longestMs).average().orElseThrow()).isCloseTo(856, within(3.0));
    assertThat(bing.meanSpeedup(6, 0, 100)).isCloseTo(2.5, within(0.01));
    double[] fastestMs = Arrays.copyOfRange(bing.ascendingMs(6), REQUESTS * 95 / 100, REQUESTS);
    assertThat(Arrays.stream(fastestMs).average().orElseThrow()).isCloseTo(212, within(1.0));
  }

  @Test
  void bingOf2012WithSerialPartsHasTheTimesAndTheCoreTimesOfThePaper() {
    Profile bing = SyntheticProfiles.bingLike2012WithSerialParts(REQUESTS);
    assertThat(bing.ascendingMs(1))
        .isEqualTo(SyntheticProfiles.bingLike2012(REQUESTS).ascendingMs(1));
    // Section 4.3: about 2.5 times faster on six threads, and the longest 5 % need 212 ms.
    assertThat(bing.meanMs(1) / bing.meanMs(6)).isCloseTo(2.5, within(0.15));
    double[] fastestMs = Arrays.copyOfRange(bing.ascendingMs(6), REQUESTS * 95 / 100, REQUESTS);
    assertThat(Arrays.stream(fastestMs).average().orElseThrow()).isCloseTo(212, within(6.0));
    // Table 1 at 50 and 70 requests/s: 12 cores times the utilisation, over the rate.
    double[] percentAt50 = {33, 38, 44, 50, 55, 62};
    double[] percentAt70 = {50, 57, 69, 76, 85, 91};
    for (int d = 1; d <= 6; d++) {
      int degree = d;
      double coreMs =
          IntStream.range(0, REQUESTS)
              .mapToDouble(r -> bing.coreMs(r, degree))
              .average()
              .orElseThrow();
      double paperMs = 12 * 10 * (percentAt50[d - 1] / 50 + percentAt70[d - 1] / 70) / 2;
      assertThat(coreMs).isCloseTo(paperMs, withinPercentage(8));
    }
  }

  @Test
  void publishedNamesHaveProfilesOfTheirPapersSize() {
    assertThat(SyntheticProfiles.names())
        .containsExactly("adaptive-bing", "few-to-many-bing", "few-to-many-lucene");
    assertThat(SyntheticProfiles.named("few-to-many-lucene"))
        .isEqualTo(SyntheticProfiles.luceneLike(10_000, 4));
    assertThat(SyntheticProfiles.named("few-to-many-bing").requests()).isEqualTo(30_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SyntheticProfiles.named("lucene"))
        .withMessage(
            "expected one of [adaptive-bing, few-to-many-bing, few-to-many-lucene], found 'lucene'");
  }
}
