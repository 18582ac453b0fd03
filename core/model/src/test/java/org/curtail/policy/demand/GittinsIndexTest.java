package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class GittinsIndexTest {
  private static Profile profile(double... demandMs) {
    double[][] timesMs = new double[demandMs.length][];
    Arrays.setAll(timesMs, i -> new double[] {demandMs[i]});
    return Profile.of("", timesMs);
  }

  /** The demands that shares of (i + 0.5) / N of all requests do not exceed. */
  private static Profile quantiles(int requests, DoubleUnaryOperator quantile) {
    double[] demandMs = new double[requests];
    Arrays.setAll(demandMs, i -> quantile.applyAsDouble((i + 0.5) / requests));
    return profile(demandMs);
  }

  private static double perMs(GittinsIndex index, double workMs) {
    return index.perMs(index.level(workMs));
  }

  /** The literal definition, for samples of equal weight in ascending order. */
  private static double literal(double[] demandMs, double tailScaleMs, double workMs) {
    int samples = demandMs.length;
    int first = 0;
    while (first < samples && demandMs[first] <= workMs) {
      first++;
    }
    // Half of the longest sample is an exponential tail.
    double left = first == samples ? 0.5 : samples - first;
    double enough = Math.sqrt(left);
    double ofTail = Math.min(samples, 1 / left);
    double longestMs = demandMs[samples - 1];
    double best = 0;
    for (int last = first; last < samples; last++) {
      boolean isEqualToNext = last + 1 < samples && demandMs[last + 1] == demandMs[last];
      double ends = last == samples - 1 ? left - 0.5 : last - first + 1;
      if (isEqualToNext || ends < enough - 1e-9) {
        continue;
      }
      double workDone = 0;
      for (int i = first; i < samples; i++) {
        workDone += Math.min(demandMs[i], demandMs[last]) - workMs;
      }
      best = Math.max(best, (ends + ofTail) / (workDone + ofTail * tailScaleMs));
    }
    double allWork = 0;
    for (int i = first; i < samples; i++) {
      allWork += demandMs[i] - workMs;
    }
    double beyond = workMs > longestMs ? 0.5 * tailScaleMs : allWork + 0.5 * tailScaleMs;
    return Math.max(best, (left + ofTail) / (beyond + ofTail * tailScaleMs));
  }

  @Test
  void equalsTheDefinitionAtAnyWorkDone() {
    Cases.random(
        1,
        400,
        random -> {
          int samples = random.nextInt(1, 60);
          double[] demandMs = new double[samples];
          boolean whole = random.nextBoolean();
          for (int i = 0; i < samples; i++) {
            double ms = Math.exp(random.nextDouble(0, 5));
            demandMs[i] = whole ? Math.ceil(ms) : ms;
          }
          Profile profile = profile(demandMs);
          Arrays.sort(demandMs);
          double tailScaleMs = Survival.of(profile).tailScaleMs();
          GittinsIndex index = GittinsIndex.of(profile);
          double step = Math.log(index.perMs(1) / index.perMs(0));
          double greatest = index.perMs(GittinsIndex.LEVELS - 1);
          for (int question = 0; question < 200; question++) {
            double workMs =
                switch (random.nextInt(3)) {
                  case 0 -> demandMs[random.nextInt(samples)];
                  case 1 -> Math.nextDown(demandMs[random.nextInt(samples)]);
                  default -> random.nextDouble(0, 1.2 * demandMs[samples - 1]);
                };
            double wanted = Math.min(greatest, literal(demandMs, tailScaleMs, workMs));
            assertThat(Math.log(perMs(index, workMs)))
                .as("after %s of %s", workMs, Arrays.toString(demandMs))
                .isCloseTo(Math.log(wanted), within(step / 2 + 1e-6));
          }
        });
  }

  @Test
  void onlyTheRatioOfWeightsCounts() {
    double[][] timesMs = {{5}, {7}, {9}, {30}, {31}, {90}};
    double[] weights = {2, 3, 1, 1, 4, 1};
    GittinsIndex some = GittinsIndex.of(Profile.weighted("", timesMs, weights));
    double[] scaled = Arrays.stream(weights).map(weight -> 1024 * weight).toArray();
    GittinsIndex many = GittinsIndex.of(Profile.weighted("", timesMs, scaled));
    GittinsIndex even = GittinsIndex.of(Profile.of("", timesMs));
    boolean differs = false;
    for (double workMs = 0; workMs < 120; workMs += 0.3) {
      assertThat(perMs(many, workMs)).isEqualTo(perMs(some, workMs));
      differs |= perMs(even, workMs) != perMs(some, workMs);
    }
    assertThat(differs).isTrue();
  }

  @Test
  void twoDemandsAreAsReckonedByHand() {
    double[] demandMs = new double[10_000];
    Arrays.setAll(demandMs, i -> i < 9_000 ? 60 : 1_760);
    GittinsIndex index = GittinsIndex.of(profile(demandMs));
    // Of ten, nine end after 60 ms. For each of the nine, ten have worked for 60 ms.
    assertThat(perMs(index, 0)).isCloseTo(0.9 / 60, withinPercentage(7));
    assertThat(perMs(index, 30)).isCloseTo(0.9 / 30, withinPercentage(7));
    assertThat(perMs(index, 59)).isCloseTo(0.9, withinPercentage(7));
    // The others need all their work. Their survival to 60 ms does not matter.
    assertThat(perMs(index, 60)).isCloseTo(1 / 1_700.0, withinPercentage(7));
    assertThat(perMs(index, 1_260)).isCloseTo(1 / 500.0, withinPercentage(7));
    // From here on a long one is worth more than a new one: 1 / (1760 - a) = 0.9 / 60.
    assertThat(index.level(1_670)).isLessThanOrEqualTo(index.level(0));
    assertThat(index.level(1_710)).isGreaterThan(index.level(0));
  }

  @Test
  void anExponentialDemandHasOneIndex() {
    GittinsIndex index = GittinsIndex.of(quantiles(20_000, share -> -50 * Math.log(1 - share)));
    for (double workMs = 0; workMs < 250; workMs += 0.37) {
      assertThat(perMs(index, workMs)).isCloseTo(1 / 50.0, withinPercentage(15));
    }
  }

  /** Its hazard rate 1.5 / (a + 50) falls, so it equals the index. */
  @Test
  void aParetoDemandHasAnIndexThatFalls() {
    GittinsIndex index =
        GittinsIndex.of(quantiles(20_000, share -> 50 * (Math.pow(1 - share, -1 / 1.5) - 1)));
    int lowest = GittinsIndex.LEVELS;
    for (double workMs = 0; workMs < 1_500; workMs += 0.7) {
      // The estimate rises a little between two samples.
      assertThat(index.level(workMs)).isLessThanOrEqualTo(lowest + 1);
      lowest = Math.min(lowest, index.level(workMs));
      assertThat(perMs(index, workMs)).isCloseTo(1.5 / (workMs + 50), withinPercentage(20));
    }
  }

  private static void assertNeverFalls(Profile profile) {
    GittinsIndex index = GittinsIndex.of(profile);
    int highest = index.level(0);
    double untilMs = profile.percentileMs(99, 1);
    for (double workMs = 0; workMs < untilMs; workMs += untilMs / 3_000) {
      // The estimate falls a little from one sample to the next. No request falls behind a new
      // one.
      assertThat(index.level(workMs))
          .as("after %s ms", workMs)
          .isGreaterThanOrEqualTo(Math.max(highest - 1, index.level(0)));
      highest = Math.max(highest, index.level(workMs));
    }
    assertThat(highest).isGreaterThan(index.level(0) + 1);
  }

  @Test
  void whereTheHazardRateRisesTheIndexDoes() {
    assertNeverFalls(profile(230, 230, 230));
    assertNeverFalls(quantiles(5_000, share -> 100 * share));
    // A gamma distribution of shape 1.64: its hazard rate rises from 0.
    assertNeverFalls(SyntheticProfiles.luceneLike(5_000, 1));
  }

  @Test
  void manyDemandsTakeNoLongTime() {
    // A cost quadratic in the number of demands would not end.
    GittinsIndex index =
        GittinsIndex.of(quantiles(100_000, share -> 50 * (Math.pow(1 - share, -1 / 1.5) - 1)));
    assertThat(perMs(index, 0)).isCloseTo(1.5 / 50, withinPercentage(12));
  }

  @Test
  void oneDemandAloneIsServedToo() {
    GittinsIndex index = GittinsIndex.of(profile(7));
    assertThat(index.level(0)).isBetween(0, GittinsIndex.LEVELS - 1);
    assertThat(index.level(1e9)).isBetween(0, GittinsIndex.LEVELS - 1);
  }

  @Test
  void hugeWeightsLoseNoPrecisionThatMatters() {
    Profile profile =
        Profile.weighted("", new double[][] {{1}, {2}, {50}}, new double[] {1e20, 1e20, 1});
    GittinsIndex index = GittinsIndex.of(profile);
    for (double workMs : new double[] {0, 1, 1.5, 2, 10, 60}) {
      assertThat(perMs(index, workMs)).isFinite().isPositive();
    }
  }
}
