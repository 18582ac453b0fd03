package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.curtail.automatic.choose.Outcomes.Figures;
import org.junit.jupiter.api.Test;

class ObjectiveTest {
  private static final int BLOCKS = 12;

  /** Results of a candidate, as shares of the baseline's figures. */
  private record Shares(double mean, double p95, double tail, double spread) {}

  /** Results at one level, of the baseline and others. */
  private static RandomOutcomes beside(Shares... others) {
    return beside(BLOCKS, others);
  }

  /** The others have fewer blocks. */
  private static RandomOutcomes beside(int blocks, Shares... others) {
    RandomOutcomes seen = new RandomOutcomes(1, 1 + others.length, 1).add(0, 0, BLOCKS, 1, 1, 1, 0);
    for (int i = 0; i < others.length; i++) {
      Shares of = others[i];
      seen.add(0, 1 + i, blocks, of.mean, of.p95, of.tail, of.spread);
    }
    return seen;
  }

  private static Objective minimising(RandomOutcomes seen) {
    return new Objective(seen.outcomes(), Goal.byDefault());
  }

  @Test
  void theLowestTailIsTheBest() {
    Objective objective =
        minimising(beside(new Shares(0.7, 0.8, 0.8, 0.01), new Shares(0.9, 0.9, 0.7, 0.01)));
    assertThat(objective.best(0)).hasValue(2);
    assertThat(objective.mayServe(0, 1)).isFalse();
    assertThat(objective.mayServe(0, 0)).isFalse();
  }

  @Test
  void whatRaisesMeanOr95thPercentileIsNotBetterHoweverLowItsTail() {
    Objective objective =
        minimising(beside(new Shares(1.05, 0.9, 0.5, 0), new Shares(0.9, 1.05, 0.5, 0)));
    assertThat(objective.best(0)).isEmpty();
    assertThat(objective.mayServe(0, 0)).isTrue();
    assertThat(objective.mayServe(0, 1)).isFalse();
    assertThat(objective.mayServe(0, 2)).isFalse();
  }

  @Test
  void aRequestsOwnCostOfDecisionsIsNoHarmIfTheMeanIsClearlyBetter() {
    RandomOutcomes seen =
        beside(
            new Shares(0.4, 1.06, 0.4, 0.001),
            new Shares(0.99, 1.06, 0.4, 0.001),
            new Shares(0.4, 1.10, 0.3, 0.001));
    var objective = new Objective(seen.outcomes(), Goal.byDefault(), 1.05);
    assertThat(objective.isHarmless(0, 1)).isTrue();
    assertThat(objective.isHarmless(0, 2)).as("the mean gains nothing").isFalse();
    assertThat(objective.isHarmless(0, 3)).as("short requests wait").isFalse();
    assertThat(objective.best(0)).hasValue(1);
    assertThat(objective.isClear(0, 3)).isTrue();
    assertThat(minimising(seen).best(0)).as("without such a cost").isEmpty();
  }

  @Test
  void theBetterCandidateIsClearOnceAnIntervalExcludesTheLimit() {
    Objective objective =
        minimising(
            beside(
                new Shares(0.8, 0.8, 0.8, 0.01),
                new Shares(1.05, 0.8, 0.8, 0.01),
                new Shares(0.8, 1.05, 0.8, 0.01),
                new Shares(0.8, 0.8, 1, 0.005),
                new Shares(0.8, 0.8, 0.98, 0.05),
                new Shares(1.02, 0.8, 0.8, 0.05),
                new Shares(0.7, 0.6, 0.93, 0.08)));
    assertThat(IntStream.range(0, 8).filter(candidate -> objective.isClear(0, candidate)))
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(minimising(beside(4, new Shares(0.1, 0.1, 0.1, 0))).isClear(0, 1)).isFalse();
  }

  @Test
  void whatIsNotClearlyBetterIsNotChosen() {
    Objective objective = minimising(beside(new Shares(0.9, 0.9, 0.9, 0.2)));
    assertThat(objective.best(0)).isEmpty();
    Objective surer = minimising(beside(new Shares(0.9, 0.9, 0.9, 0.01)));
    assertThat(surer.best(0)).hasValue(1);
  }

  /** Like least attained service with nearly full cores and a heavy-tailed demand. */
  @Test
  void whatIsClearlyBetterInMeanAnd95thPercentileIsChosenIfItsTailIsProbablyBetterToo() {
    Objective objective =
        minimising(
            beside(
                new Shares(0.7, 0.6, 0.93, 0.08),
                new Shares(0.7, 0.6, 0.97, 0.03),
                new Shares(0.7, 0.6, 0.93, 0.2),
                new Shares(0.92, 0.6, 0.93, 0.08),
                new Shares(0.7, 0.92, 0.93, 0.08)));
    assertThat(IntStream.rangeClosed(1, 5).filter(candidate -> objective.isBetter(0, candidate)))
        .containsExactly(1);
    assertThat(objective.best(0)).hasValue(1);
  }

  @Test
  void aFewBlocksShowNothing() {
    Objective objective = minimising(beside(4, new Shares(0.5, 0.5, 0.5, 0)));
    assertThat(objective.isHarmless(0, 1)).isFalse();
    assertThat(objective.best(0)).isEmpty();
  }

  @Test
  void whatIsAlmostAsGoodAsTheBestMayServeToo() {
    Objective objective =
        minimising(
            beside(
                new Shares(0.7, 0.7, 0.71, 0),
                new Shares(0.7, 0.7, 0.7, 0),
                new Shares(0.7, 0.7, 0.75, 0)));
    assertThat(objective.best(0)).hasValue(2);
    assertThat(objective.mayServe(0, 1)).isTrue();
    assertThat(objective.mayServe(0, 3)).isFalse();
  }

  @Test
  void whereNothingIsClearlyBetterAnyThatIsNowhereWorseAndProbablyBetterMayServe() {
    Objective objective =
        minimising(
            beside(
                new Shares(0.9, 0.9, 0.9, 0.2),
                new Shares(0.9, 1, 1, 0.005),
                new Shares(0.9, 1, 1.1, 0.005)));
    assertThat(objective.best(0)).isEmpty();
    assertThat(objective.mayServe(0, 0)).isTrue();
    assertThat(objective.mayServe(0, 1)).as("not harmless for sure").isFalse();
    assertThat(objective.mayServe(0, 2)).as("a lower mean, no worse tail").isTrue();
    assertThat(objective.mayServe(0, 3)).as("a worse tail").isFalse();
  }

  @Test
  void whoIsAsGoodAsTheSafeOneDoesNotServe() {
    Objective objective =
        minimising(beside(new Shares(1, 1, 1, 0.005), new Shares(0.97, 0.97, 0.97, 0.005)));
    assertThat(objective.best(0)).isEmpty();
    assertThat(objective.mayServe(0, 0)).isTrue();
    assertThat(objective.mayServe(0, 1)).isFalse();
    assertThat(objective.mayServe(0, 2)).isFalse();
  }

  @Test
  void amongCandidatesWithinTheTargetTheLowestMeanIsBest() {
    // The figures of the baseline are 1 to 2.8 ms, since the common part of blocks is 0 to 1.
    RandomOutcomes seen = beside(new Shares(0.9, 0.9, 0.3, 0), new Shares(0.7, 0.7, 0.5, 0));
    var goal = Goal.target(99, Duration.ofNanos(1_500_000));
    assertThat(new Objective(seen.outcomes(), goal).best(0)).hasValue(2);
    // Only the first meets this target.
    var strict = Goal.target(99, Duration.ofNanos(650_000));
    assertThat(new Objective(seen.outcomes(), strict).best(0)).hasValue(1);
    // No candidate meets this target: then the lowest tail.
    var vain = Goal.target(99, Duration.ofNanos(1_000));
    assertThat(new Objective(seen.outcomes(), vain).best(0)).hasValue(1);
  }

  @Test
  void whoDoesNotKeepUpIsLast() {
    RandomOutcomes seen = beside(2, new Shares(0.5, 0.5, 0.5, 0), new Shares(3, 3, 3, 0));
    seen.outcomes().add(0, 1, Figures.HOPELESS);
    Objective objective = minimising(seen);
    assertThat(objective.rank(0, 1)).isInfinite();
    assertThat(objective.rank(0, 2)).isFinite();
    assertThat(objective.isHarmless(0, 1)).isFalse();
  }
}
