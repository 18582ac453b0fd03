package org.curtail.cli.reissue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

class AttemptStoreTest {
  private static final ReissueGoal GOAL = new ReissueGoal(99, 0.02);

  private static double[] times(int count, long seed) {
    var random = new SplittableRandom(seed);
    double[] times = new double[count];
    for (int i = 0; i < count; i++) {
      times[i] = Math.exp(2 + random.nextGaussian());
    }
    return times;
  }

  private static Attempts stored(double[] first, double[] second, int mostExact) {
    var store = new AttemptStore(mostExact);
    for (int i = 0; i < first.length; i++) {
      store.add(first[i], second[i], 1);
    }
    return store.attempts(99, true);
  }

  private static double[] none(int count) {
    double[] none = new double[count];
    Arrays.fill(none, Double.NaN);
    return none;
  }

  @Test
  void aSketchGivesAlmostThePlanOfAllAndSaysItsError() {
    double[] first = times(50_000, 3);
    Attempts exact = stored(first, none(first.length), first.length);
    Attempts sketched = stored(first, none(first.length), 1_000);
    assertThat(exact.sketchError()).isZero();
    assertThat(sketched.sketchError()).isBetween(1e-6, 0.001);
    assertThat(sketched.requests()).isEqualTo(50_000);
    double error = sketched.sketchError();
    ReissuePlan best = ReissuePlanner.singleR(exact.all(), GOAL);
    ReissuePlan almost = ReissuePlanner.singleR(sketched.all(), GOAL);
    double real =
        ReissueForecast.of(exact.all(), almost.policy()).percentileMillis(GOAL.percentile());
    assertThat(real)
        .isBetween(best.predictedMillis(), best.predictedMillis() * (1 + error) * (1 + error));
    assertThat(ReissueForecast.of(exact.all(), almost.policy()).reissueFraction())
        .isLessThanOrEqualTo(0.02 * (1 + 1e-9));
  }

  @Test
  void halvesOfASketchAreThoseByTimeUpToAStretch() {
    double[] first = new double[40_000];
    Arrays.setAll(first, i -> 1 + i);
    Attempts sketched = stored(first, none(first.length), 1_000);
    Attempts.Halves halves = requireNonNull(sketched.halves());
    double cut = ReissueForecast.of(halves.earlier(), ReissuePolicy.NONE).percentileMillis(100);
    assertThat(cut).isBetween(17_000.0, 23_000.0);
    assertThat(halves.earlier().firstWeight() + halves.later().firstWeight()).isEqualTo(40_000);
  }

  @Test
  void halvesOfHistogramsHaveHalfOfTheWeight() {
    var store = new AttemptStore();
    store.add(1, Double.NaN, 10);
    store.add(2, Double.NaN, 10);
    store.add(3, Double.NaN, 20);
    Attempts.Halves halves = requireNonNull(store.attempts(50, true).halves());
    assertThat(halves.earlier().firstWeight()).isEqualTo(20);
    assertThat(halves.later().firstWeight()).isEqualTo(20);
  }

  /** The values of a histogram ascend, so that a cut within one would be by time taken. */
  @Test
  void halvesOfHistogramsAreCutWhereOneBegins() {
    for (int mostExact : new int[] {1_000, 1}) {
      var store = new AttemptStore(mostExact);
      for (int histogram = 0; histogram < 3; histogram++) {
        store.interval();
        store.add(1, Double.NaN, 10);
        store.add(100 + histogram, Double.NaN, 10);
      }
      Attempts.Halves halves = requireNonNull(store.attempts(50, true).halves());
      assertThat(halves.earlier().firstWeight()).as("most exact %d", mostExact).isIn(20.0, 40.0);
      for (AttemptTimes half : List.of(halves.earlier(), halves.later())) {
        assertThat(ReissueForecast.of(half, ReissuePolicy.NONE).shareWithin(10))
            .as("most exact %d", mostExact)
            .isEqualTo(0.5);
      }
    }
  }

  @Test
  void oneHistogramHasNoHalves() {
    var store = new AttemptStore();
    store.interval();
    store.add(1, Double.NaN, 10);
    store.add(2, Double.NaN, 10);
    assertThat(store.attempts(50, true).halves()).isNull();
  }

  @Test
  void withoutAnOrderThereAreNoHalves() {
    var store = new AttemptStore();
    store.add(1, Double.NaN, 10);
    store.add(2, Double.NaN, 10);
    assertThat(store.attempts(50, false).halves()).isNull();
  }

  @Test
  void aFairSampleOfPairsIsTakenAsPairs() {
    double[] first = times(100_000, 5);
    double[] second = none(first.length);
    for (int i = 0; i < first.length; i += 50) {
      second[i] = first[i];
    }
    Attempts attempts = stored(first, second, first.length);
    assertThat(attempts.pairing()).isEqualTo(Pairing.PAIRED);
    assertThat(attempts.pairs()).isEqualTo(2000);
    assertThat(attempts.remarks()).isEmpty();
    // Copies as slow as the first request win nothing, but for the way to the next pair.
    ReissuePlan plan = ReissuePlanner.singleR(attempts.all(), GOAL);
    assertThat(plan.predictedMillis())
        .isBetween(0.999 * plan.withoutMillis(), plan.withoutMillis());
    assertThat(stored(first, second, 1_000).pairing()).isEqualTo(Pairing.PAIRED);
  }

  @Test
  void tooFewPairsAreTakenAsIndependent() {
    double[] first = times(10_000, 5);
    double[] second = none(first.length);
    for (int i = 0; i < first.length; i += 50) {
      second[i] = first[i];
    }
    Attempts attempts = stored(first, second, first.length);
    assertThat(attempts.pairing()).isEqualTo(Pairing.INDEPENDENT);
    assertThat(attempts.remarks())
        .containsExactly(
            "200 requests with a copy are too few for a p99, which takes 1,000: copies are taken to be independent of first requests");
    AttemptTimes times = attempts.all();
    assertThat(times.firstWeight()).isEqualTo(10_000);
    assertThat(times.second().totalWeight()).isEqualTo(200);
  }

  /** The second time of the pair whose first time is nearest, looked for among all. */
  private static AttemptTimes byBruteForce(double[] first, double[] second) {
    double[] completed = second.clone();
    Map<Double, Integer> turns = new HashMap<>();
    for (int i = 0; i < first.length; i++) {
      if (!Double.isNaN(second[i])) {
        continue;
      }
      double nearest = Double.NaN;
      for (int j = 0; j < first.length; j++) {
        double distance = Math.abs(first[j] - first[i]);
        double known = Math.abs(nearest - first[i]);
        boolean isNearer = distance < known || (distance == known && first[j] < nearest);
        if (!Double.isNaN(second[j]) && (Double.isNaN(nearest) || isNearer)) {
          nearest = first[j];
        }
      }
      double of = nearest;
      int[] pairs =
          IntStream.range(0, first.length)
              .filter(j -> first[j] == of && !Double.isNaN(second[j]))
              .toArray();
      int turn = turns.merge(of, 1, Integer::sum) - 1;
      completed[i] = second[pairs[turn % pairs.length]];
    }
    return AttemptTimes.paired(first, completed);
  }

  @Test
  void requestsWithoutASecondAttemptHaveThatOfTheNearestPair() {
    for (long seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      int count = 2 + random.nextInt(60);
      var attempts = new ExactAttempts();
      double[] first = new double[count];
      double[] second = none(count);
      for (int i = 0; i < count; i++) {
        first[i] = random.nextInt(30);
        if (i == 0 || random.nextInt(4) == 0) {
          second[i] = random.nextInt(30);
        }
        attempts.add(first[i], second[i], 1);
      }
      AttemptTimes expected = byBruteForce(first, second);
      AttemptTimes found = attempts.all().paired();
      var goal = new ReissueGoal(1 + random.nextInt(99), 0.01 + 0.5 * random.nextDouble());
      assertThat(ReissuePlanner.singleR(found, goal))
          .as("seed %d", seed)
          .isEqualTo(ReissuePlanner.singleR(expected, goal));
      ReissuePolicy policy = ReissuePolicy.singleR(random.nextInt(20), random.nextDouble());
      for (double percentile : new double[] {10, 50, 90, 99}) {
        assertThat(ReissueForecast.of(found, policy).percentileMillis(percentile))
            .as("seed %d", seed)
            .isEqualTo(ReissueForecast.of(expected, policy).percentileMillis(percentile));
      }
    }
  }

  /** Few requests were sent twice, and the slow ones among them are fewer still. */
  @Test
  void theTailOfFirstAttemptsIsThatOfTheWholeLogThoughFewHaveASecondOne() {
    double[] first = times(100_000, 7);
    double[] others = times(100_000, 8);
    double[] second = none(first.length);
    for (int i = 0; i < first.length; i += 50) {
      second[i] = others[i];
    }
    double withoutMs =
        ReissuePlanner.singleR(AttemptTimes.independent(first), GOAL).withoutMillis();
    Attempts exact = stored(first, second, first.length);
    assertThat(exact.pairing()).isEqualTo(Pairing.PAIRED);
    ReissuePlan plan = ReissuePlanner.singleR(exact.all(), GOAL);
    assertThat(plan.withoutMillis()).isEqualTo(withoutMs);
    Attempts sketched = stored(first, second, 1_000);
    ReissuePlan almost = ReissuePlanner.singleR(sketched.all(), GOAL);
    double error = sketched.sketchError();
    assertThat(almost.withoutMillis()).isBetween(withoutMs, withoutMs * (1 + error));
    assertThat(almost.predictedMillis())
        .isCloseTo(plan.predictedMillis(), within(2 * error * plan.predictedMillis()));
    assertThat(sketched.all().firstWeight()).isCloseTo(100_000, within(1e-6));
  }
}
