package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.PairSketch;
import org.curtail.reissue.RandomLog;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.curtail.reissue.times.NearestPairs;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class NearestPairsTest {
  @Test
  void requestSentAloneGetsTheSecondTimeOfTheNearestPair() {
    double[] first = {10, 1, 100};
    double[] second = {11, 2, 3};
    assertThat(NearestPairs.secondMillis(new double[] {0, 5, 6, 54, 1000}, first, second))
        .containsExactly(2, 2, 11, 11, 3);
  }

  @Test
  void equallyNearPairsAreUsedInTurn() {
    double[] first = {7, 7, 7, 9};
    double[] second = {1, 2, 3, 4};
    assertThat(NearestPairs.secondMillis(new double[] {7, 6, 7, 7.5}, first, second))
        .containsExactly(1, 2, 3, 1);
  }

  @Test
  void logWithAllRequestsSentTwiceIsALogOfPairs() {
    Cases.random(
        1,
        200,
        random -> {
          int count = random.nextInt(1, 50);
          double[] first = RandomLog.times(random, count);
          double[] second = RandomLog.times(random, count);
          ReissueGoal goal = RandomLog.goal(random);
          assertThat(
                  ReissuePlanner.singleR(AttemptTimes.probed(new double[0], first, second), goal))
              .isEqualTo(ReissuePlanner.singleR(AttemptTimes.paired(first, second), goal));
        });
  }

  /** All pairs of a time are used equally often, so turns equal shares. */
  @Test
  void sketchesCompletePairsAsListsDo() {
    Cases.random(
        1,
        200,
        random -> {
          var all = new LatencySketch();
          var pairs = new PairSketch();
          int groups = 1 + random.nextInt(10);
          var alone = new ArrayList<Double>();
          var firsts = new ArrayList<Double>();
          var seconds = new ArrayList<Double>();
          for (int group = 0; group < groups; group++) {
            // Powers of two are ends of buckets, whatever their width.
            double first = 1 << (2 * group);
            int size = 1 + random.nextInt(4);
            for (int i = 0; i < size; i++) {
              firsts.add(first);
              seconds.add((double) (1 << random.nextInt(20)));
            }
            for (int i = size * random.nextInt(5); i > 0; i--) {
              alone.add(first);
            }
            for (int i = size * random.nextInt(3); i > 0; i--) {
              alone.add(2 * first); // nearer to this group than to the next, at 4 times
            }
          }
          for (int i = 0; i < firsts.size(); i++) {
            pairs.add(firsts.get(i), seconds.get(i));
            all.add(firsts.get(i));
          }
          alone.forEach(all::add);
          AttemptTimes expected = AttemptTimes.probed(array(alone), array(firsts), array(seconds));
          ReissueGoal goal = RandomLog.goal(random);
          ReissuePlan plan = ReissuePlanner.singleR(expected, goal);
          ReissuePlan found = ReissuePlanner.singleR(pairs.attemptTimes(all), goal);
          assertThat(found.withoutMillis()).isEqualTo(plan.withoutMillis());
          assertThat(found.predictedMillis()).isEqualTo(plan.predictedMillis());
        });
  }

  private static double[] array(List<Double> of) {
    return of.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** 3 % of 100,000 requests have a copy. All pairs are known here and judge the plan. */
  @Test
  void planFromFewPairsIsNearlyThatFromAll() {
    var random = new SplittableRandom(2);
    int count = 100_000;
    int probes = 3_000;
    double[] first = new double[count];
    double[] second = new double[count];
    for (int i = 0; i < count; i++) {
      double common = random.nextGaussian();
      first[i] = Math.exp(0.6 * common + 0.8 * random.nextGaussian());
      second[i] = Math.exp(0.6 * common + 0.8 * random.nextGaussian());
    }
    AttemptTimes all = AttemptTimes.paired(first, second);
    AttemptTimes probed =
        AttemptTimes.probed(
            Arrays.copyOfRange(first, probes, count),
            Arrays.copyOf(first, probes),
            Arrays.copyOf(second, probes));
    ReissueGoal goal = new ReissueGoal(95, 0.05);
    ReissuePlan plan = ReissuePlanner.singleR(probed, goal);
    ReissuePlan best = ReissuePlanner.singleR(all, goal);
    assertThat(plan.withoutMillis()).isEqualTo(best.withoutMillis());
    assertThat(plan.reissueFraction()).isCloseTo(0.05, within(1e-3));
    double foundMillis = ReissueForecast.of(all, plan.policy()).percentileMillis(95);
    assertThat(foundMillis).isCloseTo(best.predictedMillis(), within(0.02 * foundMillis));
    Estimate estimate = ReissueReport.of(probed, plan).predictedMillis();
    assertThat(foundMillis).isBetween(estimate.low(), estimate.high());
    // Few pairs are less certain than the whole log.
    Estimate ofAll = ReissueReport.of(all, plan).predictedMillis();
    assertThat(estimate.high() - estimate.low()).isGreaterThan(ofAll.high() - ofAll.low());
  }

  @Test
  void rejectsImpossibleTimes() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AttemptTimes.probed(new double[] {-1}, new double[] {1}, new double[] {1}))
        .withMessage("aloneMillis[0] must be finite and at least 0: -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AttemptTimes.probed(new double[] {1}, new double[] {}, new double[] {}))
        .withMessage("firstMillis must hold at least one time");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AttemptTimes.probed(new double[] {1}, new double[] {1}, new double[] {1, 2}))
        .withMessage("firstMillis and secondMillis must have the same length: 1 and 2");
  }
}
