package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.RandomLog;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.TailByBudget.TailPoint;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class TailByBudgetTest {
  private static final double TINY = 1e-7;

  private static double planned(AttemptTimes times, double percentile, double budget) {
    return ReissuePlanner.singleR(times, new ReissueGoal(percentile, budget)).predictedMillis();
  }

  @Test
  void cheapestPolicyForATailIsTheBestForItsBudget() {
    Cases.random(
        1_000,
        3_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 20);
          ReissueGoal goal = RandomLog.goal(random);
          double tail = ReissuePlanner.singleR(log.times(), goal).predictedMillis();
          TailPoint point =
              new CheapestReissue(log.times(), goal.percentile()).singleR(tail).orElseThrow();
          assertThat(point.reissueFraction()).isLessThanOrEqualTo(goal.budget() * (1 + TINY));
          assertThat(point.tailMillis()).isLessThanOrEqualTo(tail);
          ReissueForecast forecast = ReissueForecast.of(log.times(), point.policy());
          assertThat(forecast.percentileMillis(goal.percentile()))
              .isLessThanOrEqualTo(point.tailMillis());
          assertThat(forecast.reissueFraction()).isCloseTo(point.reissueFraction(), within(1e-12));
          if (point.reissueFraction() > TINY) {
            assertThat(
                    planned(log.times(), goal.percentile(), point.reissueFraction() * (1 - TINY)))
                .isGreaterThan(tail);
          }
        });
  }

  @Test
  void policyOfEachPointReachesItsTailWithItsBudget() {
    Cases.random(
        2_000,
        200,
        random -> {
          RandomLog log = RandomLog.draw(random, 20);
          double percentile = RandomLog.goal(random).percentile();
          TailByBudget curve = TailByBudget.of(log.times(), percentile);
          assertThat(curve.percentile()).isEqualTo(percentile);
          assertThat(curve.singleR().getFirst().policy()).isEqualTo(ReissuePolicy.NONE);
          TailPoint before = null;
          for (TailPoint point : curve.singleR()) {
            assertHolds(log.times(), percentile, point);
            if (before != null) {
              assertThat(point.tailMillis()).isLessThan(before.tailMillis());
              assertThat(point.reissueFraction()).isGreaterThanOrEqualTo(before.reissueFraction());
            }
            assertThat(curve.at(Math.min(1, point.reissueFraction())).tailMillis())
                .isLessThanOrEqualTo(point.tailMillis());
            before = point;
          }
          assertThat(curve.singleR().getLast().tailMillis())
              .isEqualTo(planned(log.times(), percentile, 1));
          for (TailPoint point : curve.singleD()) {
            assertHolds(log.times(), percentile, point);
            if (point.reissueFraction() > TINY) {
              double less = point.reissueFraction() * (1 - TINY);
              assertThat(
                      ReissuePlanner.singleD(log.times(), new ReissueGoal(percentile, less))
                          .predictedMillis())
                  .isGreaterThan(point.tailMillis());
            }
          }
        });
  }

  private static void assertHolds(AttemptTimes times, double percentile, TailPoint point) {
    ReissueForecast forecast = ReissueForecast.of(times, point.policy());
    assertThat(forecast.percentileMillis(percentile)).isLessThanOrEqualTo(point.tailMillis());
    assertThat(forecast.reissueFraction()).isCloseTo(point.reissueFraction(), within(1e-12));
  }

  /**
   * P(L &gt; t) = exp(-(2 t - d)), and a time-out d sends copies of r = exp(-d) of the requests.
   */
  @Test
  void exponentialTimesHaveTheirClosedForm() {
    double[] times = new double[20_000];
    Arrays.setAll(times, i -> -Math.log1p(-(i + 0.5) / times.length));
    TailByBudget curve = TailByBudget.of(AttemptTimes.independent(times), 99);
    for (TailPoint point : curve.singleD()) {
      if (point.reissueFraction() > 0) {
        assertThat(point.tailMillis())
            .isCloseTo(
                -Math.log(point.reissueFraction() * 0.01) / 2, Percentage.withPercentage(0.5));
      }
    }
    assertThat(curve.singleD()).hasSizeGreaterThan(40);
  }

  @Test
  void unreachableTailHasNoPolicy() {
    AttemptTimes times = AttemptTimes.independent(new double[] {5, 6, 7}, new double[] {4, 5});
    assertThat(new CheapestReissue(times, 90).singleR(3.9)).isEqualTo(Optional.empty());
    assertThat(new CheapestReissue(times, 90).singleR(7))
        .contains(new TailPoint(7, 0, ReissuePolicy.NONE));
    // A third of the requests and all copies at once end within 5 ms.
    Reissue copy =
        new CheapestReissue(times, 90).singleR(5).orElseThrow().policy().reissues().getFirst();
    assertThat(copy.delayMillis()).isZero();
    assertThat(copy.probability()).isCloseTo(0.85, within(1e-9));
  }
}
