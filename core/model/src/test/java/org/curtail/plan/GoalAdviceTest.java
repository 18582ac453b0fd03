package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.curtail.PaperTables;
import org.curtail.Profile;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class GoalAdviceTest {
  /** One request with these speedups. */
  private static Profile speedups(double... speedups) {
    return Profile.of(
        "", new double[][] {Arrays.stream(speedups).map(speedup -> 100 / speedup).toArray()});
  }

  private static int maxDegree(Profile profile) {
    return GoalAdvice.maxDegree(profile, PlanGoal.degreesTo(profile.maxDegree())).value();
  }

  @Test
  void theGreatestDegreeIsTheLastThatStillHelpsLongRequests() {
    assertThat(maxDegree(speedups(1, 1.9, 2.6, 3.2, 3.2))).isEqualTo(4);
    assertThat(maxDegree(speedups(1, 1.7, 2.15, 2.37))).isEqualTo(3);
    assertThat(maxDegree(speedups(1, 1.2, 3))).isEqualTo(1);
    assertThat(maxDegree(speedups(1, 0.9))).isEqualTo(1);
    assertThat(maxDegree(speedups(1))).isEqualTo(1);
    assertThat(maxDegree(PaperTables.figure5Profile())).isEqualTo(3);
  }

  @Test
  void aJumpOverDegreesMustBeWorthAllItsThreads() {
    assertThat(GoalAdvice.maxDegree(speedups(1, 1.7, 2, 2.4), List.of(1, 2, 4)).value())
        .isEqualTo(4);
    assertThat(GoalAdvice.maxDegree(speedups(1, 1.7, 2, 2.1), List.of(1, 2, 4)).value())
        .isEqualTo(2);
  }

  @Test
  void theReasonNamesTheGainOfTheNextDegree() {
    assertThat(GoalAdvice.maxDegree(speedups(1, 1.7, 2.15, 2.37), PlanGoal.degreesTo(4)).reason())
        .isEqualTo("going on to 4 raises the speedup of the longest 5 % only from 2.15 to 2.37");
    assertThat(GoalAdvice.maxDegree(speedups(1, 1.9), PlanGoal.degreesTo(2)).reason())
        .isEqualTo("the longest 5 % gain up to there, to a speedup of 1.90");
  }

  @Test
  void theTargetFillsTheCoresThatWaitingThreadsLeaveIdle() {
    GoalAdvice bing = GoalAdvice.targetParallelism(speedups(1, 1.7, 2.15), 12, 3);
    assertThat(bing.value()).isEqualTo(17);
    assertThat(bing.reason())
        .isEqualTo("12 cores over 0.72, the efficiency of the longest 5 % at degree 3");
    assertThat(GoalAdvice.targetParallelism(speedups(1, 1.9, 2.6, 3.2), 15, 4).value())
        .isEqualTo(19);
  }

  @Test
  void theTargetIsFromTheCoresToTwiceAsMany() {
    GoalAdvice superlinear = GoalAdvice.targetParallelism(speedups(1, 3), 8, 2);
    assertThat(superlinear.value()).isEqualTo(8);
    assertThat(superlinear.reason()).endsWith("; at least the cores");
    GoalAdvice harmful = GoalAdvice.targetParallelism(speedups(1, 0.5), 1, 2);
    assertThat(harmful.value()).isEqualTo(2);
    assertThat(harmful.reason()).startsWith("1 core over").endsWith("; at most twice the cores");
    Cases.random(
        1,
        200,
        random -> {
          int cores = random.nextInt(1, 65);
          Profile profile = speedups(1, random.nextDouble(0.1, 4), random.nextDouble(0.1, 4));
          int value = GoalAdvice.targetParallelism(profile, cores, random.nextInt(1, 4)).value();
          assertThat(value).isBetween(cores, 2 * cores);
        });
  }

  @Test
  void noNumberOfCoresAndNoSlownessIsTooMuch() {
    int most = Integer.MAX_VALUE;
    assertThat(GoalAdvice.targetParallelism(speedups(1, 1e-18), most, 2).value()).isEqualTo(most);
    assertThat(GoalAdvice.targetParallelism(speedups(1, 1e-300), 3, 2).value()).isEqualTo(6);
  }

  @Test
  void aDegreeThatWasNotMeasuredIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoalAdvice.maxDegree(speedups(1, 2), List.of(1, 2, 3)))
        .withMessage("degree must be at most that of the profile, 2: 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoalAdvice.targetParallelism(speedups(1, 2), 4, 3));
  }
}
