package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.plan.PlanGoal;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SplitHalfTest {
  private static final PlanGoal GOAL = new PlanGoal(3, 4, 2, List.of(1, 2), 90, 5, 6);

  private static Profile profile(int requests, RandomGenerator random) {
    double[][] timesMs = new double[requests][];
    for (int r = 0; r < requests; r++) {
      double sequentialMs = 5 + 100 * Math.pow(random.nextDouble(), 3);
      timesMs[r] = new double[] {sequentialMs, sequentialMs / random.nextDouble(1, 2)};
    }
    return Profile.of("", timesMs);
  }

  @Test
  void halvesThatAreAlikeHaveThePlanOfBoth() {
    double[][] same = {{40, 25}, {40, 25}, {40, 25}, {40, 25}};
    SplitHalf split = SplitHalf.of(Profile.of("", same), GOAL, new SplittableRandom(1));
    assertThat(split.secondOnFirst()).isEqualTo(split.firstOnSecond()).hasSize(6);
    for (SplitHalf.Transfer transfer : split.firstOnSecond()) {
      assertThat(transfer.ratio()).isEqualTo(1);
      assertThat(transfer.regret()).isEqualTo(1);
      assertThat(transfer.averageParallelism()).isLessThanOrEqualTo(4 + 1e-6);
    }
  }

  @Test
  void atLoadOneThePlanOfOneRequestIsThatOfTheOther() {
    var profile = Profile.of("", new double[][] {{40, 30}, {80, 50}});
    SplitHalf split = SplitHalf.of(profile, GOAL, new SplittableRandom(1));
    SplitHalf.Transfer forth = split.firstOnSecond().getFirst();
    SplitHalf.Transfer back = split.secondOnFirst().getFirst();
    assertThat(List.of(forth.plannedMs(), back.plannedMs())).containsExactlyInAnyOrder(30.0, 50.0);
    assertThat(forth.foundMs()).isEqualTo(back.plannedMs()).isEqualTo(forth.bestMs());
    assertThat(back.foundMs()).isEqualTo(forth.plannedMs()).isEqualTo(back.bestMs());
  }

  @Test
  void aForeignPlanThatKeepsTheTargetIsNeverBetterThanTheOwn() {
    Cases.random(
        1,
        40,
        random -> {
          SplitHalf split = SplitHalf.of(profile(random.nextInt(2, 30), random), GOAL, random);
          Stream.of(split.firstOnSecond(), split.secondOnFirst())
              .flatMap(List::stream)
              .filter(transfer -> transfer.averageParallelism() <= GOAL.targetParallelism())
              .forEach(transfer -> assertThat(transfer.regret()).isGreaterThanOrEqualTo(1 - 1e-9));
        });
  }

  @Test
  void bothHalvesTogetherAreAllRequests() {
    // With one degree and no wait the 100th percentile is the longest request of a half.
    var goal = new PlanGoal(9, 9, 1, List.of(1), 100, 1, 1);
    Cases.random(
        1,
        50,
        random -> {
          Profile profile = profile(random.nextInt(2, 30), random);
          SplitHalf split = SplitHalf.of(profile, goal, random);
          double ofFirst = split.firstOnSecond().getFirst().plannedMs();
          double ofSecond = split.secondOnFirst().getFirst().plannedMs();
          assertThat(Math.max(ofFirst, ofSecond)).isEqualTo(profile.percentileMs(100, 1));
          assertThat(split.firstOnSecond().getFirst().foundMs()).isEqualTo(ofSecond);
        });
  }

  @Test
  void theSameSeedGivesTheSameHalves() {
    Profile profile = profile(21, new SplittableRandom(3));
    assertThat(SplitHalf.of(profile, GOAL, new SplittableRandom(5)))
        .isEqualTo(SplitHalf.of(profile, GOAL, new SplittableRandom(5)))
        .isNotEqualTo(SplitHalf.of(profile, GOAL, new SplittableRandom(6)));
  }

  @Test
  void ratioAndRegretCompareWithThePlannedAndTheBest() {
    var transfer = new SplitHalf.Transfer(3, 100, 120, 4.2, 96);
    assertThat(transfer.ratio()).isCloseTo(1.2, within(1e-12));
    assertThat(transfer.regret()).isCloseTo(1.25, within(1e-12));
  }

  @Test
  void oneRequestCannotBeDivided() {
    var profile = Profile.of("", new double[][] {{40, 30}});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitHalf.of(profile, GOAL, new SplittableRandom(1)))
        .withMessage("one request cannot be divided into two halves");
  }

  @Test
  void aWeightIsDividedLikeTheRequestsItStandsFor() {
    Profile profile = SyntheticProfiles.luceneLike(37, 3);
    double[] weights = new double[37];
    Arrays.fill(weights, 1e15);
    SplitHalf split = SplitHalf.of(profile.withWeights(weights), GOAL, new SplittableRandom(1));
    // With so many requests both halves are alike.
    assertThat(split.firstOnSecond())
        .allSatisfy(transfer -> assertThat(transfer.ratio()).isCloseTo(1, within(1e-6)));
  }

  @Test
  void aWeightTooSmallToDivideGoesToOneHalf() {
    Profile profile = SyntheticProfiles.luceneLike(200, 3);
    double[] shares = new double[200];
    Arrays.fill(shares, 1.0 / 200);
    assertThat(
            SplitHalf.of(profile.withWeights(shares), GOAL, new SplittableRandom(1))
                .firstOnSecond())
        .isNotEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          // Some seed gives the half of two requests nothing.
          for (int seed = 0; seed < 50; seed++) {
            SplitHalf.of(
                profile.select(1, 2).withWeights(new double[] {1, 2}),
                GOAL,
                new SplittableRandom(seed));
          }
        })
        .withMessageContaining("too few to divide");
  }
}
