package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ReissuePlannerTest {
  private static double[] times(int fast, double fastMillis, int slow, double slowMillis) {
    double[] times = new double[fast + slow];
    Arrays.fill(times, 0, fast, fastMillis);
    Arrays.fill(times, fast, fast + slow, slowMillis);
    return times;
  }

  @Test
  void probabilityReachesATailThatNoDelayReaches() {
    // One request in ten is slow. With a delay alone, 5 % of requests can have a copy only when it
    // is too late; with a probability, each second slow one can.
    AttemptTimes times = AttemptTimes.independent(times(90, 1, 10, 20));
    ReissueGoal goal = new ReissueGoal(94, 0.05);
    ReissuePlan singleD = ReissuePlanner.singleD(times, goal);
    assertThat(singleD.policy()).isEqualTo(ReissuePolicy.singleD(20));
    assertThat(singleD.predictedMillis()).isEqualTo(20);
    assertThat(singleD.reissueFraction()).isZero();
    ReissuePlan singleR = ReissuePlanner.singleR(times, goal);
    assertThat(singleR.policy()).isEqualTo(ReissuePolicy.singleR(1, 0.5));
    assertThat(singleR.predictedMillis()).isEqualTo(2);
    assertThat(singleR.reissueFraction()).isEqualTo(0.05);
    assertThat(singleR.withoutMillis()).isEqualTo(20);
    assertThat(singleR.boundMillis()).isEqualTo(1);
  }

  @Test
  void wholeBudgetSendsEveryRequestTwiceAtOnce() {
    AttemptTimes times = AttemptTimes.paired(new double[] {1, 9, 3}, new double[] {8, 2, 3});
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(99, 1));
    assertThat(plan.policy()).isEqualTo(ReissuePolicy.singleR(0, 1));
    assertThat(plan.predictedMillis()).isEqualTo(3);
    assertThat(ReissuePlanner.singleD(times, new ReissueGoal(99, 1))).isEqualTo(plan);
  }

  @Test
  void requestsEndAtSumsOfDelayAndSecondTime() {
    AttemptTimes times = AttemptTimes.independent(times(98, 10, 2, 1000), new double[] {7});
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(99, 0.02));
    assertThat(plan.policy()).isEqualTo(ReissuePolicy.singleR(10, 1));
    assertThat(plan.predictedMillis()).isEqualTo(17);
  }

  @Test
  void copiesDoNotHelpPairsThatAreSlowTogether() {
    double[] millis = times(90, 1, 10, 20);
    ReissueGoal goal = new ReissueGoal(99, 0.1);
    ReissuePlan plan = ReissuePlanner.singleR(AttemptTimes.paired(millis, millis), goal);
    assertThat(plan.predictedMillis()).isEqualTo(20);
    assertThat(plan.boundMillis()).isEqualTo(20);
    assertThat(ReissuePlanner.singleR(AttemptTimes.independent(millis), goal).predictedMillis())
        .isEqualTo(2);
  }

  @Test
  void requestIsSentAgainOnlyIfItTakesLongerThanTheDelay() {
    // Requests of exactly 1 ms have their answer when copies are due.
    AttemptTimes times = AttemptTimes.independent(times(90, 1, 10, 20));
    assertThat(ReissueForecast.of(times, ReissuePolicy.singleD(1)).reissueFraction())
        .isCloseTo(0.1, within(1e-15));
    assertThat(ReissueForecast.of(times, ReissuePolicy.singleD(0.999)).reissueFraction())
        .isEqualTo(1);
  }

  @Test
  void shareOfExactlyThePercentileIsEnough() {
    // 0.29 * 100 is below 29 in binary: 29 of 100 requests are within a budget of 29 %.
    double[] millis = times(71, 1, 29, 50);
    ReissuePlan plan =
        ReissuePlanner.singleD(AttemptTimes.independent(millis), new ReissueGoal(71, 0.29));
    assertThat(plan.policy()).isEqualTo(ReissuePolicy.singleD(1));
    assertThat(plan.withoutMillis()).isEqualTo(1);
  }

  @Test
  void earliestOfEquallyGoodDelaysIsTaken() {
    AttemptTimes times = AttemptTimes.independent(new double[] {5, 5, 5});
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(99, 0.25));
    assertThat(plan.policy()).isEqualTo(ReissuePolicy.singleR(0, 0.25));
    assertThat(plan.predictedMillis()).isEqualTo(5);
  }

  @Test
  void planForOneRequestIsPossible() {
    ReissuePlan plan =
        ReissuePlanner.singleR(
            AttemptTimes.independent(new double[] {0}), new ReissueGoal(50, 0.5));
    assertThat(plan.predictedMillis()).isZero();
    assertThat(plan.boundMillis()).isZero();
  }

  @Test
  void severalCopiesUseABudgetThatOneCannotSpend() {
    // Half of the requests are slow. One copy each, after 1 ms, leaves a quarter slow and half of
    // the budget unused; two copies each leave an eighth.
    AttemptTimes times = AttemptTimes.independent(times(50, 1, 50, 100));
    ReissueGoal goal = new ReissueGoal(85, 1);
    assertThat(ReissuePlanner.singleR(times, goal).predictedMillis()).isEqualTo(100);
    ReissuePlan plan = ReissuePlanner.multiple(times, goal, 2);
    assertThat(plan.predictedMillis()).isEqualTo(2);
    assertThat(plan.policy().reissues()).hasSize(2);
    assertThat(plan.reissueFraction()).isLessThanOrEqualTo(1);
    assertThat(plan.boundMillis()).isLessThanOrEqualTo(2);
  }

  @Test
  void severalCopiesAreNeverWorseThanOneAndKeepTheBudget() {
    Cases.random(
        800_000,
        300,
        random -> {
          RandomLog log = RandomLog.draw(random, 60);
          AttemptTimes times =
              AttemptTimes.independent(
                  log.firstMillis(), log.firstWeights(), log.secondMillis(), log.secondWeights());
          ReissueGoal goal = RandomLog.goal(random);
          int copies = random.nextInt(1, 4);
          ReissuePlan plan = ReissuePlanner.multiple(times, goal, copies);
          ReissueForecast forecast = ReissueForecast.of(times, plan.policy());
          assertThat(plan.predictedMillis())
              .isEqualTo(forecast.percentileMillis(goal.percentile()))
              .isLessThanOrEqualTo(ReissuePlanner.singleR(times, goal).predictedMillis());
          assertThat(plan.reissueFraction())
              .isEqualTo(forecast.reissueFraction())
              .isLessThanOrEqualTo(goal.budget() * (1 + 1e-12));
          assertThat(plan.policy().reissues().size()).isLessThanOrEqualTo(copies);
        });
  }

  @Test
  void severalCopiesNeedIndependentTimes() {
    AttemptTimes pairs = AttemptTimes.paired(new double[] {1}, new double[] {2});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReissuePlanner.multiple(pairs, new ReissueGoal(99, 0.1), 2))
        .withMessage("pairs show one copy only, so copies must be 1: 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReissuePlanner.multiple(pairs, new ReissueGoal(99, 0.1), 0))
        .withMessage("copies must be at least 1: 0");
    assertThat(ReissuePlanner.multiple(pairs, new ReissueGoal(99, 0.1), 1))
        .isEqualTo(ReissuePlanner.singleR(pairs, new ReissueGoal(99, 0.1)));
  }

  @Test
  void policiesListEachCopyInOrderOfDelay() {
    AttemptTimes times = AttemptTimes.independent(times(50, 1, 50, 100));
    List<Reissue> reissues =
        ReissuePlanner.multiple(times, new ReissueGoal(90, 1), 3).policy().reissues();
    assertThat(reissues)
        .isSortedAccordingTo((a, b) -> Double.compare(a.delayMillis(), b.delayMillis()));
  }

  @Test
  void sharesThatDifferByATenthOfABillionthAreDistinguished() {
    // One request in a million is late; of its copies, 10 % or a little less end within 2 ms.
    ReissueGoal goal = new ReissueGoal(99.99991, 1);
    for (boolean enough : new boolean[] {true, false}) {
      AttemptTimes times =
          AttemptTimes.independent(
              new double[] {1, 100},
              new double[] {999_999, 1},
              new double[] {2, 3},
              enough ? new double[] {1000, 9000} : new double[] {999, 9001});
      assertThat(ReissuePlanner.singleR(times, goal).predictedMillis()).isEqualTo(enough ? 2 : 3);
    }
  }
}
