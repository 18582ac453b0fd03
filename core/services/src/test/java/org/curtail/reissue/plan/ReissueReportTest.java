package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.junit.jupiter.api.Test;

class ReissueReportTest {
  private static final ReissuePolicy POLICY = ReissuePolicy.singleR(2, 0.6);

  private static double[] lognormal(RandomGenerator random, int count) {
    double[] times = new double[count];
    Arrays.setAll(times, i -> Math.exp(random.nextGaussian()));
    return times;
  }

  private static AttemptTimes pairs(RandomGenerator random, int count) {
    double[] first = new double[count];
    double[] second = new double[count];
    for (int i = 0; i < count; i++) {
      double common = random.nextGaussian();
      first[i] = Math.exp(0.6 * common + 0.8 * random.nextGaussian());
      second[i] = Math.exp(0.6 * common + 0.8 * random.nextGaussian());
    }
    return AttemptTimes.paired(first, second);
  }

  /**
   * Returns the number of intervals of 1,000 logs that contain the value of a log of 400,000
   * requests.
   */
  private static double coverage(
      IntFunction<AttemptTimes> draw, int requests, ReissuePolicy policy, double percentile) {
    double trueMillis =
        ReissueForecast.of(draw.apply(400_000), policy).percentileMillis(percentile);
    int covered = 0;
    int logs = 1_000;
    for (int log = 0; log < logs; log++) {
      Estimate estimate = TailEstimate.of(draw.apply(requests), policy, percentile);
      covered += estimate.low() <= trueMillis && trueMillis <= estimate.high() ? 1 : 0;
    }
    return (double) covered / logs;
  }

  @Test
  void intervalsHoldTheTrueTailOfIndependentTimes() {
    var random = new SplittableRandom(1);
    IntFunction<AttemptTimes> draw =
        count -> AttemptTimes.independent(lognormal(random, count), lognormal(random, count / 2));
    assertThat(coverage(draw, 500, POLICY, 95)).isBetween(0.94, 0.985);
    assertThat(coverage(draw, 500, POLICY, 99)).isBetween(0.94, 0.985);
    assertThat(coverage(draw, 60, POLICY, 90)).isBetween(0.94, 0.985);
    assertThat(coverage(draw, 500, ReissuePolicy.NONE, 99)).isBetween(0.94, 0.985);
  }

  @Test
  void intervalsHoldTheTrueTailIfCopiesAreLikeFirstAttempts() {
    var random = new SplittableRandom(2);
    IntFunction<AttemptTimes> draw = count -> AttemptTimes.independent(lognormal(random, count));
    assertThat(coverage(draw, 300, ReissuePolicy.singleD(0.5), 90)).isBetween(0.94, 0.985);
    assertThat(coverage(draw, 300, POLICY, 95)).isBetween(0.94, 0.985);
  }

  @Test
  void intervalsHoldTheTrueTailOfPairs() {
    var random = new SplittableRandom(3);
    assertThat(coverage(count -> pairs(random, count), 500, POLICY, 95)).isBetween(0.94, 0.985);
    assertThat(coverage(count -> pairs(random, count), 500, POLICY, 99)).isBetween(0.94, 0.985);
  }

  /** The variation of the share in time over many drawn logs. */
  @Test
  void varianceOfPairsIsThatOfManyLogs() {
    var random = new SplittableRandom(31);
    for (ReissuePolicy policy : List.of(POLICY, ReissuePolicy.singleD(0.2))) {
      for (double limitMillis : new double[] {0.9, 2.5}) {
        double[] shares = new double[4_000];
        double told = 0;
        for (int log = 0; log < shares.length; log++) {
          AttemptTimes times = pairs(random, 200);
          shares[log] = ReissueForecast.of(times, policy).shareWithin(limitMillis);
          told += TailEstimate.variance(times, policy, limitMillis) / shares.length;
        }
        double mean = Arrays.stream(shares).average().orElseThrow();
        double seen =
            Arrays.stream(shares).map(s -> (s - mean) * (s - mean)).average().orElseThrow();
        assertThat(told).as("%s, %s ms", policy, limitMillis).isCloseTo(seen, within(0.1 * seen));
      }
    }
  }

  @Test
  void intervalsHoldTheTrueTailOfSeveralCopies() {
    var random = new SplittableRandom(4);
    IntFunction<AttemptTimes> draw =
        count -> AttemptTimes.independent(lognormal(random, count), lognormal(random, count / 4));
    var policy = new ReissuePolicy(List.of(new Reissue(0.5, 0.7), new Reissue(1, 0.9)));
    assertThat(coverage(draw, 400, policy, 95)).isBetween(0.94, 0.985);
  }

  /** The bootstrap itself: the log's requests drawn repeatedly from themselves. */
  @Test
  void intervalsAreAboutThoseOfABootstrap() {
    var random = new SplittableRandom(5);
    double[] first = lognormal(random, 400);
    double[] second = lognormal(random, 300);
    AttemptTimes times = AttemptTimes.independent(first, second);
    double[] tails = new double[4_000];
    for (int i = 0; i < tails.length; i++) {
      AttemptTimes drawn =
          AttemptTimes.independent(resampled(first, random), resampled(second, random));
      tails[i] = ReissueForecast.of(drawn, POLICY).percentileMillis(95);
    }
    Arrays.sort(tails);
    Estimate estimate = TailEstimate.of(times, POLICY, 95);
    double width = tails[3_900] - tails[100];
    assertThat(estimate.low()).isCloseTo(tails[100], within(0.15 * width));
    assertThat(estimate.high()).isCloseTo(tails[3_900], within(0.15 * width));
  }

  private static double[] resampled(double[] times, RandomGenerator random) {
    double[] drawn = new double[times.length];
    Arrays.setAll(drawn, i -> times[random.nextInt(times.length)]);
    return drawn;
  }

  @Test
  void fractionsOfOtherRequestsAreWithinTheInterval() {
    var random = new SplittableRandom(6);
    var several = new ReissuePolicy(List.of(new Reissue(1, 0.3), new Reissue(1.5, 0.8)));
    for (ReissuePolicy policy : List.of(POLICY, ReissuePolicy.singleD(3), several)) {
      int held = 0;
      for (int log = 0; log < 1_000; log++) {
        AttemptTimes times = AttemptTimes.independent(lognormal(random, 500));
        Estimate estimate = ReissueReport.fraction(times, policy);
        double realised = realised(policy, random);
        held += estimate.low() <= realised && realised <= estimate.high() ? 1 : 0;
      }
      assertThat(held).as("%s", policy).isBetween(920, 985);
    }
  }

  /** Returns the copies per request of 500 other requests, with their coins. */
  private static double realised(ReissuePolicy policy, RandomGenerator random) {
    int copies = 0;
    for (double answer : lognormal(random, 500)) {
      double answerMillis = answer;
      for (Reissue reissue : policy.reissues()) {
        if (answerMillis > reissue.delayMillis() && random.nextDouble() < reissue.probability()) {
          copies++;
          double copyMillis = reissue.delayMillis() + Math.exp(random.nextGaussian());
          answerMillis = Math.min(answerMillis, copyMillis);
        }
      }
    }
    return copies / 500.0;
  }

  @Test
  void reportShowsTheCostOfCorrelationWithoutPairs() {
    var random = new SplittableRandom(7);
    AttemptTimes times = AttemptTimes.independent(lognormal(random, 5_000));
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(99, 0.05));
    ReissueReport report = ReissueReport.of(times, plan);
    assertThat(report.predictedMillis().value()).isEqualTo(plan.predictedMillis());
    assertThat(report.withoutMillis().value()).isEqualTo(plan.withoutMillis());
    assertThat(report.reissueFraction().value()).isEqualTo(plan.reissueFraction());
    assertThat(report.correlated())
        .extracting(ReissueReport.CorrelatedTail::correlation)
        .containsExactly(0.25, 0.5);
    List<Double> tails = new ArrayList<>(List.of(plan.predictedMillis()));
    report.correlated().forEach(tail -> tails.add(tail.tailMillis()));
    tails.add(plan.withoutMillis());
    assertThat(tails).isSorted().doesNotHaveDuplicates();
    assertThat(report.missingPairs().orElseThrow()).contains("1 to 2 %", "delay 0");
  }

  @Test
  void reportOfPairsHasNoAssumedCorrelation() {
    AttemptTimes times = pairs(new SplittableRandom(8), 1_000);
    ReissueReport report =
        ReissueReport.of(times, ReissuePlanner.singleR(times, new ReissueGoal(95, 0.1)));
    assertThat(report.correlated()).isEmpty();
    assertThat(report.missingPairs()).isEmpty();
  }

  @Test
  void intervalOfOneRequestIsThatRequest() {
    AttemptTimes one = AttemptTimes.independent(new double[] {3});
    assertThat(TailEstimate.of(one, ReissuePolicy.NONE, 99)).isEqualTo(new Estimate(3, 3, 3));
    AttemptTimes zero = AttemptTimes.independent(new double[] {0});
    assertThat(TailEstimate.of(zero, POLICY, 50)).isEqualTo(new Estimate(0, 0, 0));
  }

  @Test
  void estimateLiesWithinItsInterval() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Estimate(1, 2, 3))
        .withMessage("value must lie within its interval: 1.0 in 2.0 to 3.0");
  }
}
