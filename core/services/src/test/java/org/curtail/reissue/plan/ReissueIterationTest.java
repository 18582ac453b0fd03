package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Percentage;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ReissueIterationTest {
  private static final ReissueGoal GOAL = new ReissueGoal(99, 0.02);
  private static final AttemptTimes TIMES =
      AttemptTimes.independent(LoadedService.lognormal(1, 1_000));

  private static FeedbackStep.Run run(LoadFeedback feedback) {
    return (FeedbackStep.Run) feedback.step();
  }

  private static ReissueObservation seen(double tailMillis) {
    return new ReissueObservation(tailMillis, 0.02, TIMES);
  }

  /** Observes these tails, whatever runs. */
  private static ReissueIteration tails(double... millis) {
    ReissueIteration iteration = ReissueIteration.of(GOAL);
    for (double tail : millis) {
      iteration = iteration.observe(seen(tail));
    }
    return iteration;
  }

  private static String refusal(LoadFeedback feedback) {
    assertThat(feedback.step()).isInstanceOf(FeedbackStep.Refused.class);
    return ((FeedbackStep.Refused) feedback.step()).reason();
  }

  @Test
  void firstRunIsWithoutCopiesAndTheSecondIsThePlanners() {
    ReissueIteration iteration = ReissueIteration.of(GOAL);
    assertThat(run(iteration)).isEqualTo(new FeedbackStep.Run(0, ReissuePolicy.NONE));
    iteration = iteration.observe(seen(10));
    assertThat(run(iteration))
        .isEqualTo(new FeedbackStep.Run(0.02, ReissuePlanner.singleR(TIMES, GOAL).policy()));
  }

  @Test
  void firstPlanHoldsIfCopiesAddLittleLoad() {
    var service = new LoadedService(LoadedService.lognormal(2, 3_000), 0.3);
    LoadFeedback settled = service.settle(ReissueIteration.of(GOAL), 99);
    assertThat(settled.trials()).hasSize(2);
    var accepted = (FeedbackStep.Accepted) settled.step();
    assertThat(accepted.best()).isEqualTo(settled.trials().get(1));
    assertThat(accepted.best().observedMillis())
        .isLessThan(settled.trials().getFirst().observedMillis())
        .isCloseTo(accepted.best().predictedMillis(), Percentage.withPercentage(5));
    assertThat(accepted.reason())
        .startsWith("Prediction and observation agree within 5 % after 1 policy.")
        .contains("The best observed policy is kept: p99 of ");
  }

  @Test
  void delayIsDampedAndTheBudgetHoldsForObservedTimes() {
    Cases.random(
        1_000,
        50,
        random -> {
          double damping = random.nextDouble(0.1, 1);
          ReissueIteration iteration = ReissueIteration.of(GOAL, damping).observe(seen(1_000));
          for (int round = 0; round < 5; round++) {
            double before = run(iteration).policy().reissues().getFirst().delayMillis();
            AttemptTimes times =
                AttemptTimes.independent(LoadedService.lognormal(random.nextLong(), 500));
            double target =
                ReissuePlanner.singleR(times, GOAL).policy().reissues().getFirst().delayMillis();
            iteration = iteration.observe(new ReissueObservation(900 - round, 0.02, times));
            Reissue next = run(iteration).policy().reissues().getFirst();
            assertThat(next.delayMillis())
                .isCloseTo(before + damping * (target - before), within(1e-9));
            double late =
                ReissueForecast.of(times, ReissuePolicy.singleD(next.delayMillis()))
                    .reissueFraction();
            assertThat(next.probability()).isCloseTo(Math.min(1, 0.02 / late), within(1e-9));
          }
        });
  }

  @Test
  void policiesWithoutAProbabilityKeepTheBudget() {
    Cases.random(
        1_100,
        50,
        random -> {
          ReissueIteration iteration = ReissueIteration.singleD(GOAL).observe(seen(1_000));
          assertThat(run(iteration).policy())
              .isEqualTo(ReissuePlanner.singleD(TIMES, GOAL).policy());
          for (int round = 0; round < 5; round++) {
            double before = run(iteration).policy().reissues().getFirst().delayMillis();
            AttemptTimes times =
                AttemptTimes.independent(LoadedService.lognormal(random.nextLong(), 500));
            double least =
                ReissuePlanner.singleD(times, GOAL).policy().reissues().getFirst().delayMillis();
            iteration = iteration.observe(new ReissueObservation(900 - round, 0.02, times));
            Reissue next = run(iteration).policy().reissues().getFirst();
            assertThat(next.probability()).isEqualTo(1);
            assertThat(next.delayMillis())
                .isCloseTo(Math.max(least, before + 0.3 * (least - before)), within(1e-9));
          }
        });
  }

  @Test
  void collapseIsRefusedWithTheReason() {
    var service = new LoadedService(LoadedService.lognormal(3, 3_000), 0.99);
    LoadFeedback settled = service.settle(ReissueIteration.of(GOAL), 99);
    assertThat(refusal(settled))
        .startsWith("With reissue the load is too much: requests queue without end; p99 was ")
        .contains("Copies were sent for 2 % of the requests, and their load made first attempts");
    var refused = (FeedbackStep.Refused) settled.step();
    assertThat(refused.without().policy()).isEqualTo(ReissuePolicy.NONE);
  }

  @Test
  void overloadedServiceIsRefusedAtOnce() {
    assertThat(refusal(tails(Double.POSITIVE_INFINITY)))
        .isEqualTo("Even without reissue the load is too much: requests queue without end.");
  }

  @Test
  void tailsThatGrowTwiceInARowAreRefused() {
    assertThat(refusal(tails(100, 110, 120, 130)))
        .isEqualTo(
            "Each policy was worse than the one before: p99 is 130 ms, after 110 ms and 120 ms,"
                + " and was 100 ms without reissue. Copies were sent for 2 % of the requests, and"
                + " their load made first attempts slower.");
    // Tails that are better than without copies, or fell in between, are not refused.
    assertThat(tails(100, 60, 70, 80).step()).isInstanceOf(FeedbackStep.Run.class);
    assertThat(tails(100, 110, 105, 130).step()).isInstanceOf(FeedbackStep.Run.class);
  }

  @Test
  void bestObservedOfTenPoliciesIsKept() {
    ReissueIteration iteration = tails(100, 60, 70, 40, 80, 50, 60, 55, 65, 45);
    assertThat(iteration.step()).isInstanceOf(FeedbackStep.Run.class);
    iteration = iteration.observe(seen(90));
    var accepted = (FeedbackStep.Accepted) iteration.step();
    assertThat(accepted.best()).isEqualTo(iteration.trials().get(3));
    assertThat(accepted.best().observedMillis()).isEqualTo(40);
    assertThat(accepted.reason())
        .startsWith("After 10 policies prediction and observation still differ: ")
        .endsWith("The best observed policy is kept: p99 of 40 ms, and 100 ms without reissue.");
  }

  @Test
  void allPoliciesAreRefusedIfNoneIsBetterThanNoCopies() {
    ReissueIteration iteration = tails(100, 101, 104, 100, 103, 102, 101, 104, 103, 102, 101);
    assertThat(refusal(iteration))
        .endsWith(
            "But no policy was better than no reissue: p99 is 100 ms at best, and 100 ms without"
                + " reissue.");
  }

  @Test
  void policyAboveTheBudgetIsNotTheBest() {
    ReissueIteration iteration = tails(100);
    for (int round = 0; round < 10; round++) {
      iteration =
          iteration.observe(new ReissueObservation(50 + round, round == 7 ? 0.0219 : 0.03, TIMES));
    }
    assertThat(((FeedbackStep.Accepted) iteration.step()).best().observedMillis()).isEqualTo(57);

    ReissueIteration always = tails(100);
    for (int round = 0; round < 10; round++) {
      always = always.observe(new ReissueObservation(50 + round, 0.03, TIMES));
    }
    assertThat(refusal(always))
        .endsWith(
            "But every policy sent more copies than the budget of 2 %, at last 3 %: the load of"
                + " copies makes more requests late than planned.");
  }

  @Test
  void nothingIsRunIfNoCopyHelps() {
    double[] constant = new double[100];
    Arrays.fill(constant, 7);
    ReissueIteration iteration =
        ReissueIteration.of(GOAL)
            .observe(new ReissueObservation(7, 0, AttemptTimes.independent(constant)));
    assertThat(refusal(iteration))
        .isEqualTo("For these times no reissue within a budget of 2 % lowers the p99 of 7 ms.");
    assertThat(iteration.trials()).hasSize(1);
  }

  @Test
  void observationAfterAVerdictIsRejected() {
    ReissueIteration iteration = tails(Double.POSITIVE_INFINITY);
    assertThatIllegalStateException().isThrownBy(() -> iteration.observe(seen(1)));
  }

  @Test
  void impossibleObservationsAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> seen(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> seen(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReissueObservation(1, Double.POSITIVE_INFINITY, TIMES));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReissueIteration.of(GOAL, 0))
        .withMessage("damping must be above 0 and at most 1: 0.0");
  }
}
