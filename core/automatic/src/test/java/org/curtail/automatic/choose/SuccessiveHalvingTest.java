package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.automatic.choose.Outcomes.Figures;
import org.curtail.automatic.choose.SuccessiveHalving.Round;
import org.curtail.automatic.choose.SuccessiveHalving.SimulationRun;
import org.junit.jupiter.api.Test;

class SuccessiveHalvingTest {
  private static final int CANDIDATES = 10;
  private static final int HOPELESS = 9;
  private static final List<Level> LEVELS = Level.ALL;
  private static final List<Round> ROUNDS =
      List.of(new Round(2, 4), new Round(4, 2), new Round(8, 1));

  private final Outcomes outcomes = new Outcomes(LEVELS.size(), CANDIDATES);
  private final List<SimulationRun> runs = new ArrayList<>();

  /** Candidate 3 is good at all levels; candidate 4 + level is the best at that level only. */
  private void run(long seed) {
    var objective = new Objective(outcomes, Goal.byDefault());
    var race =
        new SuccessiveHalving(LEVELS, ROUNDS, outcomes, objective, new int[LEVELS.size()], false);
    double before = 0;
    while (!race.isDone()) {
      assertThat(race.doneShare()).isGreaterThanOrEqualTo(before);
      before = race.doneShare();
      SimulationRun run = race.now();
      assertThat(race.now()).isEqualTo(run);
      runs.add(run);
      outcomes.add(run.level(), run.candidate(), figures(run, seed));
      race.advance();
    }
    assertThat(race.doneShare()).isEqualTo(1);
  }

  private static Figures figures(SimulationRun run, long seed) {
    if (run.candidate() == HOPELESS && run.level() == LEVELS.size() - 1) {
      return Figures.HOPELESS;
    }
    double common = new SplittableRandom(seed + run.block()).nextDouble();
    double ratio =
        run.candidate() == 3
            ? 0.7
            : run.candidate() == 4 + run.level() ? 0.6 : 1 + 0.01 * run.candidate();
    double log = common + StrictMath.log(run.candidate() == 0 ? 1 : ratio);
    return new Figures(log, log, log);
  }

  private int blocks(int level, int candidate) {
    return outcomes.blocks(level, candidate);
  }

  @Test
  void theBestOfEachLevelAndTheBestOverAllRunToTheEnd() {
    run(1);
    for (int level = 0; level < LEVELS.size(); level++) {
      assertThat(blocks(level, 0)).isEqualTo(8);
      assertThat(blocks(level, 3)).isEqualTo(8);
      if (level < 5) {
        assertThat(blocks(level, 4 + level)).isEqualTo(8);
      }
      // The others are dropped sooner or later; two of them after the first round.
      assertThat(IntStream.range(0, CANDIDATES).filter(c -> blocks(0, c) == 2))
          .hasSizeGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void everybodyHasTheSameBlocksInTheSameOrder() {
    run(2);
    for (int level = 0; level < LEVELS.size(); level++) {
      for (int candidate = 0; candidate < CANDIDATES; candidate++) {
        int here = level;
        int who = candidate;
        List<Integer> blocks =
            runs.stream()
                .filter(run -> run.level() == here && run.candidate() == who)
                .map(SimulationRun::block)
                .toList();
        for (int i = 0; i < blocks.size(); i++) {
          assertThat(blocks.get(i)).isEqualTo(i);
        }
      }
    }
  }

  @Test
  void theWorkIsBoundedBeforehand() {
    run(3);
    long done = runs.stream().mapToLong(run -> LEVELS.get(run.level()).length()).sum();
    assertThat(done).isLessThanOrEqualTo(SuccessiveHalving.most(LEVELS, ROUNDS, CANDIDATES));
  }

  @Test
  void whoDoesNotKeepUpAtALevelIsNotTriedThereAgain() {
    run(4);
    assertThat(blocks(LEVELS.size() - 1, HOPELESS)).isEqualTo(1);
    assertThat(blocks(0, HOPELESS)).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aQuickSearchEndsAtEachLevelOnceTheBetterOneIsClear() {
    var two = new Outcomes(LEVELS.size(), 2);
    var objective = new Objective(two, Goal.byDefault());
    var race =
        new SuccessiveHalving(
            LEVELS, List.of(new Round(12, 1)), two, objective, new int[LEVELS.size()], true);
    while (!race.isDone()) {
      SimulationRun run = race.now();
      // Each level varies more than the one below.
      double own = 0.03 * run.level() * (run.block() % 2 == 0 ? 1 : -1);
      double log = run.candidate() == 0 ? run.block() : run.block() - 0.1 + own;
      two.add(run.level(), run.candidate(), new Figures(log, log, log));
      race.advance();
    }
    assertThat(race.doneShare()).isEqualTo(1);
    for (int level = 0; level < LEVELS.size(); level++) {
      int blocks = two.blocks(level, 1);
      assertThat(two.blocks(level, 0)).isEqualTo(blocks);
      assertThat(blocks == 12 || objective.isBetter(level, 1)).as("level %d", level).isTrue();
    }
    assertThat(two.blocks(0, 1)).isEqualTo(LogMean.FEWEST);
    assertThat(two.blocks(LEVELS.size() - 1, 1)).isEqualTo(12);
  }

  @Test
  void ofTwinsOnlyTheSimplerGoesOn() {
    var twins = new Outcomes(LEVELS.size(), 3);
    var race =
        new SuccessiveHalving(
            LEVELS,
            ROUNDS,
            twins,
            new Objective(twins, Goal.byDefault()),
            new int[LEVELS.size()],
            false);
    while (!race.isDone()) {
      SimulationRun run = race.now();
      double log = (run.candidate() == 0 ? 0 : -1) + run.block();
      twins.add(run.level(), run.candidate(), new Figures(log, log, log));
      race.advance();
    }
    assertThat(twins.blocks(0, 1)).isEqualTo(8);
    assertThat(twins.blocks(0, 2)).isEqualTo(2);
  }
}
