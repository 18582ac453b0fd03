package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ReissuePlannerPropertyTest {
  private static void assertIs(ReissuePlan plan, ReissueOracle.Best best) {
    Reissue found = plan.policy().reissues().getFirst();
    // Tails are the very same sums, so that no tolerance may hide a neighbour.
    assertThat(plan.predictedMillis()).isEqualTo(best.tailMillis());
    assertThat(found.delayMillis()).isEqualTo(best.delayMillis());
    assertThat(found.probability()).isCloseTo(best.probability(), within(1e-12));
  }

  @Test
  void singleREqualsExhaustiveSearch() {
    Cases.random(
        100_000,
        Cases.count(2_000, 6_000),
        random -> {
          RandomLog log = RandomLog.draw(random, 16);
          ReissueGoal goal = RandomLog.goal(random);
          assertIs(
              ReissuePlanner.singleR(log.times(), goal), new ReissueOracle(log, goal).singleR());
        });
  }

  @Test
  void singleDEqualsExhaustiveSearch() {
    Cases.random(
        200_000,
        6_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 16);
          ReissueGoal goal = RandomLog.goal(random);
          assertIs(
              ReissuePlanner.singleD(log.times(), goal), new ReissueOracle(log, goal).singleD());
        });
  }

  @Test
  void longerLogsEqualExhaustiveSearch() {
    Cases.random(
        300_000,
        30,
        random -> {
          RandomLog log = RandomLog.draw(random, 60);
          ReissueGoal goal = RandomLog.goal(random);
          assertIs(
              ReissuePlanner.singleR(log.times(), goal), new ReissueOracle(log, goal).singleR());
        });
  }

  /** Plans must not depend on the order of a log. A weight counts as that number of equal lines. */
  @Test
  void weightsAreRepeatedLinesAndTheirOrderDoesNotMatter() {
    Cases.random(
        400_000,
        1_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 30);
          ReissueGoal goal = RandomLog.goal(random);
          double[] first = shuffled(repeated(log.firstMillis(), log.firstWeights()), 1);
          double[] second = shuffled(repeated(log.secondMillis(), log.secondWeights()), 1);
          AttemptTimes repeated =
              log.paired()
                  ? AttemptTimes.paired(first, second)
                  : AttemptTimes.independent(first, second);
          assertThat(ReissuePlanner.singleR(repeated, goal))
              .isEqualTo(ReissuePlanner.singleR(log.times(), goal));
        });
  }

  private static double[] repeated(double[] values, double[] weights) {
    double[] repeated = new double[(int) Arrays.stream(weights).sum()];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      for (int line = 0; line < weights[i]; line++) {
        repeated[count++] = values[i];
      }
    }
    return repeated;
  }

  /** Shuffles values; the same seed moves both times of a pair to the same place. */
  private static double[] shuffled(double[] values, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    double[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    return shuffled;
  }

  @Test
  void planKeepsItsBudgetAndLiesBetweenTheBoundAndNoReissue() {
    Cases.random(
        500_000,
        2_000,
        random -> {
          AttemptTimes times = RandomLog.draw(random, 200).times();
          ReissueGoal goal = RandomLog.goal(random);
          ReissuePlan singleD = ReissuePlanner.singleD(times, goal);
          ReissuePlan singleR = ReissuePlanner.singleR(times, goal);
          assertThat(singleR.reissueFraction()).isLessThanOrEqualTo(goal.budget() * (1 + 1e-12));
          assertThat(singleD.reissueFraction()).isLessThanOrEqualTo(goal.budget() * (1 + 1e-12));
          assertThat(singleR.predictedMillis()).isLessThanOrEqualTo(singleD.predictedMillis());
          assertThat(singleD.predictedMillis()).isLessThanOrEqualTo(singleR.withoutMillis());
          assertThat(ReissueBound.millis(times, goal))
              .isLessThanOrEqualTo(singleR.predictedMillis());
          assertThat(singleR.boundMillis()).isEqualTo(ReissueBound.millis(times, goal));
        });
  }

  /** Every delay, not only first times, is evaluated by a forecast without search. */
  @Test
  void noOtherPolicyWithOneCopyIsForecastToBeBetter() {
    Cases.random(
        600_000,
        300,
        random -> {
          AttemptTimes times = RandomLog.draw(random, 300).times();
          ReissueGoal goal = RandomLog.goal(random);
          ReissuePlan best = ReissuePlanner.singleR(times, goal);
          for (int attempt = 0; attempt < 50; attempt++) {
            double delayMillis = RandomLog.times(random, 1)[0] * random.nextDouble();
            double unanswered =
                ReissueForecast.of(times, ReissuePolicy.singleD(delayMillis)).reissueFraction();
            double probability = random.nextDouble() * Math.min(1, goal.budget() / unanswered);
            double tailMillis =
                ReissueForecast.of(times, ReissuePolicy.singleR(delayMillis, probability))
                    .percentileMillis(goal.percentile());
            assertThat(best.predictedMillis()).isLessThanOrEqualTo(tailMillis);
          }
        });
  }

  @Test
  void realWeightsArePlannedLikeNearbyWholeOnes() {
    Cases.random(
        700_000,
        1_000,
        random -> {
          RandomLog log = RandomLog.draw(random, 40);
          double scale = random.nextDouble(0.1, 10);
          double[] firstWeights =
              Arrays.stream(log.firstWeights()).map(weight -> weight * scale).toArray();
          double[] secondWeights =
              Arrays.stream(log.secondWeights()).map(weight -> weight * scale).toArray();
          AttemptTimes scaled =
              log.paired()
                  ? AttemptTimes.paired(log.firstMillis(), log.secondMillis(), firstWeights)
                  : AttemptTimes.independent(
                      log.firstMillis(), firstWeights, log.secondMillis(), secondWeights);
          ReissueGoal goal = RandomLog.goal(random);
          ReissuePlan expected = ReissuePlanner.singleR(log.times(), goal);
          ReissuePlan found = ReissuePlanner.singleR(scaled, goal);
          assertThat(found.predictedMillis()).isEqualTo(expected.predictedMillis());
          assertThat(found.policy().reissues().getFirst().delayMillis())
              .isEqualTo(expected.policy().reissues().getFirst().delayMillis());
        });
  }
}
