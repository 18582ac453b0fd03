package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ReissueBoundPropertyTest {
  private static final double ROUNDING = 1e-12;

  private static double share(double[] weights, IntPredicate counts) {
    double counted = 0;
    double all = 0;
    for (int i = 0; i < weights.length; i++) {
      all += weights[i];
      counted += counts.test(i) ? weights[i] : 0;
    }
    return counted / all;
  }

  /** The formula at every time at which it can change, in ascending order. */
  private static double byFormula(RandomLog log, ReissueGoal goal) {
    double[] candidates =
        DoubleStream.concat(DoubleStream.of(log.firstMillis()), DoubleStream.of(log.secondMillis()))
            .sorted()
            .toArray();
    for (double t : candidates) {
      double late = share(log.firstWeights(), i -> log.firstMillis()[i] > t);
      double rescued =
          log.paired()
              ? Math.min(
                  goal.budget(),
                  share(
                      log.firstWeights(),
                      i -> log.firstMillis()[i] > t && log.secondMillis()[i] <= t))
              : Math.min(goal.budget(), late)
                  * share(log.secondWeights(), j -> log.secondMillis()[j] <= t);
      if (1 - late + rescued >= goal.percentile() / 100 - ROUNDING) {
        return t;
      }
    }
    throw new AssertionError("nothing is late after the last first attempt");
  }

  @Test
  void boundIsTheLeastTimeOfTheFormula() {
    Cases.random(
        1,
        3_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 40);
          ReissueGoal goal = RandomLog.goal(random);
          assertThat(ReissueBound.millis(log.times(), goal)).isEqualTo(byFormula(log, goal));
        });
  }

  /** With pairs, a policy that knows all late requests with a fast copy reaches the bound. */
  @Test
  void completeKnowledgeReachesTheBoundOfPairs() {
    AttemptTimes pairs =
        AttemptTimes.paired(new double[] {1, 2, 50, 60}, new double[] {90, 90, 3, 90});
    assertThat(ReissueBound.millis(pairs, new ReissueGoal(75, 0.25))).isEqualTo(3);
    assertThat(ReissueBound.millis(pairs, new ReissueGoal(75, 0.24))).isEqualTo(50);
  }

  @Test
  void severalCopiesStayAboveTheirBound() {
    Cases.random(
        10_000,
        1_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 40);
          AttemptTimes times =
              AttemptTimes.independent(
                  log.firstMillis(), log.firstWeights(), log.secondMillis(), log.secondWeights());
          ReissueGoal goal = RandomLog.goal(random);
          int copies = random.nextInt(1, 5);
          Reissue atOnce = new Reissue(0, goal.budget() / copies);
          ReissuePolicy policy = new ReissuePolicy(Collections.nCopies(copies, atOnce));
          assertThat(ReissueBound.millis(times, goal, copies))
              .isLessThanOrEqualTo(
                  ReissueForecast.of(times, policy).percentileMillis(goal.percentile()));
          assertThat(ReissueBound.millis(times, goal, copies + 1))
              .isLessThanOrEqualTo(ReissueBound.millis(times, goal, copies));
        });
  }

  @Test
  void boundOfSeveralCopiesNeedsIndependentTimes() {
    AttemptTimes pairs = AttemptTimes.paired(new double[] {1}, new double[] {2});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReissueBound.millis(pairs, new ReissueGoal(99, 0.1), 2))
        .withMessage("pairs show one copy only, so copies must be 1: 2");
    assertThat(List.of(ReissueBound.millis(pairs, new ReissueGoal(99, 0.1)))).containsExactly(1.0);
  }

  /** Random policies, most of them bad, but the bound must hold for the best. */
  @Test
  void uncappedSingleCopyBoundsSeveralCopies() {
    Cases.random(
        20_000,
        3_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 12);
          AttemptTimes times =
              AttemptTimes.independent(
                  log.firstMillis(), log.firstWeights(), log.secondMillis(), log.secondWeights());
          List<Reissue> reissues = new ArrayList<>();
          double delayMillis = 0;
          for (int i = 0; i < 3; i++) {
            delayMillis += random.nextBoolean() ? 0 : log.firstMillis()[0] * random.nextDouble();
            reissues.add(new Reissue(delayMillis, random.nextDouble()));
          }
          ReissueForecast forecast = ReissueForecast.of(times, new ReissuePolicy(reissues));
          if (forecast.reissueFraction() > 0 && forecast.reissueFraction() <= 1) {
            var goal = new ReissueGoal(random.nextInt(1, 100), forecast.reissueFraction());
            assertThat(SingleRSearch.leastWithSeveralMillis(times, goal))
                .isLessThanOrEqualTo(forecast.percentileMillis(goal.percentile()));
          }
        });
  }
}
