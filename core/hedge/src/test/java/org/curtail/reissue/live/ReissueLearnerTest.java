package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.AttemptObservations.End;
import org.curtail.reissue.live.AttemptObservations.LearnedTimes;
import org.junit.jupiter.api.Test;

class ReissueLearnerTest {
  private static final ReissueGoal GOAL = new ReissueGoal(99, 0.02);

  private static LearnedTimes learned(AttemptTimes times, double unresolvedShare) {
    return new LearnedTimes(times, 1_000, 1_000, 0, false, unresolvedShare, 0.01);
  }

  private static double[] lognormal(long seed, double scale) {
    var random = new SplittableRandom(seed);
    double[] times = new double[2_000];
    Arrays.setAll(times, i -> scale * Math.exp(random.nextGaussian()));
    return times;
  }

  @Test
  void nothingIsHedgedBeforeLearning() {
    ReissueLearner learner = ReissueLearner.of(GOAL);
    assertThat(learner.policy()).isEqualTo(ReissuePolicy.NONE);
    assertThat(learner.plannedLateShare()).isZero();
    assertThat(learner.reason()).contains("too few attempts");
  }

  @Test
  void firstPlanIsThePlannersAndLaterPlansAreDamped() {
    AttemptTimes calm = AttemptTimes.independent(lognormal(1, 1));
    AttemptTimes slow = AttemptTimes.independent(lognormal(2, 4));
    Reissue planned = ReissuePlanner.singleR(calm, GOAL).policy().reissues().getFirst();
    ReissueLearner first = ReissueLearner.of(GOAL).next(learned(calm, 0));
    Reissue begun = first.policy().reissues().getFirst();
    assertThat(begun.delayMillis()).isEqualTo(planned.delayMillis());
    assertThat(begun.probability()).isCloseTo(planned.probability(), within(1e-9));
    assertThat(first.reason()).contains("p99 falls from", "1000 first attempts and 1000 copies");

    double target = ReissuePlanner.singleR(slow, GOAL).policy().reissues().getFirst().delayMillis();
    ReissueLearner second = first.next(learned(slow, 0));
    Reissue moved = second.policy().reissues().getFirst();
    assertThat(moved.delayMillis())
        .isCloseTo(begun.delayMillis() + 0.3 * (target - begun.delayMillis()), within(1e-9));
    // The budget holds for the last observed times.
    assertThat(ReissueForecast.of(slow, second.policy()).reissueFraction())
        .isCloseTo(0.02, within(1e-9));
    assertThat(second.plannedLateShare() * moved.probability()).isCloseTo(0.02, within(1e-9));
  }

  @Test
  void unknownTailLeavesThePlanUnchanged() {
    ReissueLearner learner =
        ReissueLearner.of(GOAL).next(learned(AttemptTimes.independent(lognormal(1, 1)), 0));
    ReissueLearner after = learner.next(learned(AttemptTimes.independent(lognormal(2, 9)), 0.011));
    assertThat(after.policy()).isEqualTo(learner.policy());
    assertThat(after.plannedLateShare()).isEqualTo(learner.plannedLateShare());
    assertThat(after.reason()).startsWith("The plan stays: 1.1 % of the first attempts");
  }

  @Test
  void nothingIsHedgedIfCopiesDoNotHelp() {
    double[] constant = new double[1_000];
    Arrays.fill(constant, 7);
    ReissueLearner learner =
        ReissueLearner.of(GOAL)
            .next(learned(AttemptTimes.independent(lognormal(1, 1)), 0))
            .next(learned(AttemptTimes.independent(constant), 0));
    assertThat(learner.policy()).isEqualTo(ReissuePolicy.NONE);
    assertThat(learner.reason())
        .isEqualTo(
            "Nothing is hedged: for 1000 observed calls, a budget of 2 % would not lower the p99 of"
                + " 7 ms.");
  }

  /** From calls to a plan to a verdict, as in a client. */
  @Test
  void signsShowThatAllReplicasBecomeSlow() {
    var seen = new AttemptObservations(Duration.ofSeconds(1), 4);
    long second = 1_000_000_000L;
    for (double millis : lognormal(3, 1)) {
      seen.first(0, millis, End.ANSWERED);
    }
    ReissueLearner learner =
        ReissueLearner.of(GOAL).next(seen.learned(second, 1_000, 5_000).orElseThrow());
    assertThat(learner.policy().reissues()).hasSize(1);
    assertThat(LoadRule.USUAL.judge(learner.signs(seen, second)).openShare()).isEqualTo(1);
    for (double millis : lognormal(4, 6)) {
      seen.first(3 * second, millis, End.ANSWERED);
    }
    LoadRule.Verdict verdict = LoadRule.USUAL.judge(learner.signs(seen, 3 * second));
    assertThat(verdict.openShare()).isZero();
    assertThat(verdict.reason()).startsWith("No hedge is sent:");
  }
}
