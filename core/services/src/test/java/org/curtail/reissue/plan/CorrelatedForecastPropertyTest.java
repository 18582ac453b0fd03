package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.RandomLog;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueReport.CorrelatedForecast;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class CorrelatedForecastPropertyTest {
  /** Two samples without weights, ascending. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Samples(double[] first, double[] second) {
    static Samples draw(RandomGenerator random, int most) {
      double[] first = RandomLog.times(random, random.nextInt(1, most + 1));
      double[] second = RandomLog.times(random, random.nextInt(1, most + 1));
      Arrays.sort(first);
      Arrays.sort(second);
      return new Samples(first, second);
    }

    AttemptTimes independent() {
      return AttemptTimes.independent(first, second);
    }

    /** Returns every pair, with its probability under this coupling of the samples. */
    AttemptTimes pairs(double correlation) {
      int count = first.length * second.length;
      double[] firsts = new double[count];
      double[] seconds = new double[count];
      double[] weights = new double[count];
      for (int i = 0; i < first.length; i++) {
        for (int j = 0; j < second.length; j++) {
          int pair = i * second.length + j;
          firsts[pair] = first[i];
          seconds[pair] = second[j];
          // In steps of 1/(n m) of the ranks: i takes m of them, and j takes n.
          int from = Math.max(i * second.length, j * first.length);
          int to = Math.min((i + 1) * second.length, (j + 1) * first.length);
          weights[pair] = 1 - correlation + correlation * Math.max(0, to - from);
        }
      }
      return AttemptTimes.paired(firsts, seconds, weights);
    }
  }

  @Test
  void oneCopyIsForecastAsFromCorrelatedPairs() {
    Cases.random(
        1,
        3_000,
        random -> {
          Samples samples = Samples.draw(random, 10);
          double correlation = random.nextInt(5) / 4.0;
          ReissuePolicy policy =
              ReissuePolicy.singleR(RandomLog.times(random, 1)[0] / 2, random.nextInt(5) / 4.0);
          double percentile = random.nextInt(1, 100);
          assertThat(
                  new CorrelatedForecast(samples.independent(), policy, correlation)
                      .percentileMillis(percentile))
              .isEqualTo(
                  ReissueForecast.of(samples.pairs(correlation), policy)
                      .percentileMillis(percentile));
        });
  }

  @Test
  void severalCopiesOfOneRankAreLateTogether() {
    Cases.random(
        10_000,
        2_000,
        random -> {
          Samples samples = Samples.draw(random, 8);
          List<Reissue> reissues = new ArrayList<>();
          double delayMillis = 0;
          for (int i = 0; i < 3; i++) {
            delayMillis += RandomLog.times(random, 1)[0] / 4;
            reissues.add(new Reissue(delayMillis, random.nextInt(5) / 4.0));
          }
          double limitMillis = RandomLog.times(random, 1)[0];
          CorrelatedForecast forecast =
              new CorrelatedForecast(samples.independent(), new ReissuePolicy(reissues), 1);
          int ranks = samples.first().length * samples.second().length;
          double inTime = 0;
          for (int rank = 0; rank < ranks; rank++) {
            double first = samples.first()[rank / samples.second().length];
            double second = samples.second()[rank / samples.first().length];
            double missed = first > limitMillis ? 1 : 0;
            for (Reissue copy : reissues) {
              missed *= copy.delayMillis() + second <= limitMillis ? 1 - copy.probability() : 1;
            }
            inTime += (1 - missed) / ranks;
          }
          assertThat(forecast.shareWithin(limitMillis)).isCloseTo(inTime, within(1e-12));
        });
  }

  @Test
  void zeroCorrelationIsIndependence() {
    Cases.random(
        20_000,
        1_000,
        random -> {
          AttemptTimes times = Samples.draw(random, 50).independent();
          ReissueGoal goal = RandomLog.goal(random);
          ReissuePlan plan = ReissuePlanner.multiple(times, goal, random.nextInt(1, 3));
          assertThat(
                  new CorrelatedForecast(times, plan.policy(), 0)
                      .percentileMillis(goal.percentile()))
              .isEqualTo(plan.predictedMillis());
        });
  }
}
