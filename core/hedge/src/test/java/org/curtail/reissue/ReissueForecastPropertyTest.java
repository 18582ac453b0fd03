package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ReissueForecastPropertyTest {
  /** All combinations of requests, coins and second times, one after the other. */
  private static final class Outcomes {
    private final RandomLog log;
    private final List<Reissue> reissues;
    private final TreeMap<Double, Double> probabilities = new TreeMap<>();
    private double copies;
    private double mean;

    Outcomes(RandomLog log, ReissuePolicy policy) {
      this.log = log;
      reissues = policy.reissues();
      double total = DoubleStream.of(log.firstWeights()).sum();
      for (int i = 0; i < log.firstMillis().length; i++) {
        serve(i, 0, log.firstMillis()[i], log.firstWeights()[i] / total);
      }
    }

    /** A request, with the time of its answer if no more copies are sent. */
    private void serve(int request, int copy, double answerMillis, double probability) {
      if (copy == reissues.size() || probability == 0) {
        probabilities.merge(answerMillis, probability, Double::sum);
        mean += probability * answerMillis;
        return;
      }
      Reissue reissue = reissues.get(copy);
      if (answerMillis <= reissue.delayMillis()) {
        serve(request, copy + 1, answerMillis, probability);
        return;
      }
      serve(request, copy + 1, answerMillis, probability * (1 - reissue.probability()));
      double sent = probability * reissue.probability();
      copies += sent;
      double total = DoubleStream.of(log.secondWeights()).sum();
      for (int j = 0; j < log.secondMillis().length; j++) {
        double ofThis = log.paired() ? (j == request ? 1 : 0) : log.secondWeights()[j] / total;
        if (ofThis > 0) {
          double copyMillis = reissue.delayMillis() + log.secondMillis()[j];
          serve(request, copy + 1, Math.min(answerMillis, copyMillis), sent * ofThis);
        }
      }
    }
  }

  private static ReissuePolicy policy(RandomGenerator random, int most) {
    List<Reissue> reissues = new ArrayList<>();
    double delayMillis = 0;
    int copies = random.nextInt(most + 1);
    for (int i = 0; i < copies; i++) {
      delayMillis += random.nextInt(3) == 0 ? 0 : RandomLog.times(random, 1)[0] / 2;
      double probability = random.nextInt(3) == 0 ? random.nextInt(2) : random.nextDouble();
      reissues.add(new Reissue(delayMillis, probability));
    }
    return new ReissuePolicy(reissues);
  }

  private static void assertForecast(RandomLog log, ReissuePolicy policy) {
    ReissueForecast forecast = ReissueForecast.of(log.times(), policy);
    Outcomes outcomes = new Outcomes(log, policy);
    assertThat(forecast.reissueFraction()).isCloseTo(outcomes.copies, within(1e-12));
    assertThat(forecast.meanMillis()).isCloseTo(outcomes.mean, within(1e-12 * (1 + outcomes.mean)));
    double share = 0;
    for (Map.Entry<Double, Double> outcome : outcomes.probabilities.entrySet()) {
      double before = share;
      share += outcome.getValue();
      double millis = outcome.getKey();
      assertThat(forecast.shareWithin(millis)).isCloseTo(share, within(1e-12));
      assertThat(forecast.shareWithin(Math.nextDown(millis))).isCloseTo(before, within(1e-12));
      // Well between two steps, so that rounding of the expected sum cannot matter.
      if (outcome.getValue() > 1e-9 && share > 1e-9) {
        double percentile = Math.min(100, 100 * (before + share) / 2);
        assertThat(forecast.percentileMillis(percentile)).isEqualTo(millis);
      }
    }
  }

  @Test
  void oneCopyIsForecastAsTheSumOverAllOutcomes() {
    Cases.random(1, 3_000, random -> assertForecast(RandomLog.draw(random, 12), policy(random, 1)));
  }

  @Test
  void severalCopiesAreForecastAsTheSumOverAllOutcomes() {
    Cases.random(
        10_000,
        2_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 6);
          RandomLog independent =
              new RandomLog(
                  log.firstMillis(),
                  log.firstWeights(),
                  log.secondMillis(),
                  log.secondWeights(),
                  false,
                  log.weighted());
          assertForecast(independent, policy(random, 3));
        });
  }

  @Test
  void pairsForecastOneCopyOnly() {
    AttemptTimes pairs = AttemptTimes.paired(new double[] {1}, new double[] {2});
    ReissuePolicy twice = new ReissuePolicy(List.of(new Reissue(0, 1), new Reissue(1, 1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReissueForecast.of(pairs, twice))
        .withMessage("pairs show one copy only, so copies must be 1: 2");
  }

  @Test
  void percentilesAreNearestRankWhereSharesAreExact() {
    double[] hundred = new double[100];
    for (int i = 0; i < 100; i++) {
      hundred[i] = i + 1;
    }
    ReissueForecast forecast =
        ReissueForecast.of(AttemptTimes.independent(hundred), ReissuePolicy.NONE);
    for (int percentile = 1; percentile <= 100; percentile++) {
      assertThat(forecast.percentileMillis(percentile)).isEqualTo(percentile);
    }
    assertThat(forecast.percentileMillis(99.5)).isEqualTo(100);
    assertThat(forecast.meanMillis()).isCloseTo(50.5, within(1e-12));
    assertThat(forecast.reissueFraction()).isZero();
  }

  @Test
  void rejectsImpossiblePercentilesAndTimes() {
    ReissueForecast forecast =
        ReissueForecast.of(AttemptTimes.independent(new double[] {1}), ReissuePolicy.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forecast.percentileMillis(0))
        .withMessage("percentile must be more than 0 and at most 100: 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forecast.shareWithin(Double.NaN))
        .withMessage("limitMillis must be a number: NaN");
  }
}
