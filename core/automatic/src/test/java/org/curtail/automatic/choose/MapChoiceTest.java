package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.curtail.automatic.choose.MapChoice.Stretch;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class MapChoiceTest {
  private static final int LEVELS = Level.ALL.size();
  private static final int CANDIDATES = 4;
  private static final double HALF_BAND = 0.03;

  private static MapChoice choice(Objective objective) {
    return choice(objective, new int[LEVELS]);
  }

  private static MapChoice choice(Objective objective, int[] present) {
    return new MapChoice(Level.ALL, objective, CANDIDATES, present, HALF_BAND);
  }

  @Test
  void whatServesIsKeptIfItMayAndIsOfUseAndElseNothingDependsOnIt() {
    int kept = 0;
    int others = 0;
    for (long seed = 0; seed < Cases.count(30, 100); seed++) {
      Objective objective = objective(seed);
      int[] best = choice(objective).byLevel();
      int[] present =
          IntStream.range(0, LEVELS)
              .map(level ->
                  IntStream.iterate(CANDIDATES - 1, candidate -> candidate - 1)
                      .limit(CANDIDATES)
                      .filter(candidate -> objective.mayServe(level, candidate))
                      .findFirst()
                      .orElseThrow())
              .toArray();
      boolean mayContinue = isAllowed(present, may(objective), better(objective));
      assertThat(choice(objective, present).byLevel())
          .as("seed %d", seed)
          .isEqualTo(mayContinue ? present : best);
      kept += mayContinue && !Arrays.equals(present, best) ? 1 : 0;
      others += mayContinue ? 0 : 1;
    }
    assertThat(others).isPositive();
    assertThat(kept).isPositive();
  }

  /** All assignments of candidates to levels are tried. */
  @Test
  void noOtherMapOfCandidatesThatMayServeHasFewerEntries() {
    for (long seed = 0; seed < Cases.count(10, 30); seed++) {
      Objective objective = objective(seed);
      int[] serving = choice(objective).byLevel();
      for (int level = 0; level < LEVELS; level++) {
        assertThat(objective.mayServe(level, serving[level]))
            .as("seed %d, level %d", seed, level)
            .isTrue();
      }
      boolean[][] may = may(objective);
      boolean[][] better = better(objective);
      int least =
          IntStream.range(0, (int) StrictMath.pow(CANDIDATES, LEVELS))
              .mapToObj(MapChoiceTest::assignment)
              .filter(each -> isAllowed(each, may, better))
              .mapToInt(MapChoiceTest::entries)
              .min()
              .orElseThrow();
      assertThat(entries(serving)).as("seed %d", seed).isEqualTo(least);
    }
  }

  private static boolean[][] may(Objective objective) {
    return table(objective::mayServe);
  }

  private static boolean[][] better(Objective objective) {
    return table(objective::isBetter);
  }

  private static boolean[][] table(BiPredicate<Integer, Integer> isSo) {
    boolean[][] table = new boolean[LEVELS][CANDIDATES];
    for (int level = 0; level < LEVELS; level++) {
      for (int candidate = 0; candidate < CANDIDATES; candidate++) {
        table[level][candidate] = isSo.test(level, candidate);
      }
    }
    return table;
  }

  private static Objective objective(long seed) {
    return new Objective(
        new RandomOutcomes(LEVELS, CANDIDATES, seed).addRandom(LEVELS, CANDIDATES, 12).outcomes(),
        Goal.byDefault());
  }

  private static int[] assignment(int number) {
    int[] assignment = new int[LEVELS];
    int left = number;
    for (int level = 0; level < LEVELS; level++) {
      assignment[level] = left % CANDIDATES;
      left /= CANDIDATES;
    }
    return assignment;
  }

  /**
   * Every entry is allowed at its levels, and better than the baseline somewhere in each row of
   * them.
   */
  private static boolean isAllowed(int[] serving, boolean[][] may, boolean[][] better) {
    int level = 0;
    while (level < LEVELS) {
      int candidate = serving[level];
      boolean isOfUse = candidate == 0;
      int next = level;
      while (next < LEVELS && serving[next] == candidate) {
        if (!may[next][candidate]) {
          return false;
        }
        isOfUse |= better[next][candidate];
        next++;
      }
      if (!isOfUse) {
        return false;
      }
      level = next;
    }
    return true;
  }

  private static int entries(int[] serving) {
    return 1
        + (int)
            IntStream.range(1, LEVELS)
                .filter(level -> serving[level] != serving[level - 1])
                .count();
  }

  @Test
  void everyLevelHasItsChosenCandidateAndBordersAscend() {
    for (long seed = 0; seed < Cases.count(50, 200); seed++) {
      Objective objective = objective(seed);
      int[] serving = choice(objective).byLevel();
      List<Stretch> stretches = choice(objective).stretches();
      assertThat(stretches.getFirst().fromUtilisation()).isZero();
      for (int i = 1; i < stretches.size(); i++) {
        assertThat(stretches.get(i).fromUtilisation())
            .as("seed %d", seed)
            .isGreaterThan(stretches.get(i - 1).fromUtilisation());
        assertThat(stretches.get(i).candidate()).isNotEqualTo(stretches.get(i - 1).candidate());
      }
      for (int level = 0; level < LEVELS; level++) {
        assertThat(at(stretches, Level.ALL.get(level).utilisation()))
            .as("seed %d, level %d", seed, level)
            .isEqualTo(serving[level]);
      }
    }
  }

  /**
   * A little beyond the band of its last level, only a candidate that is harmless at the next one
   * may serve.
   */
  @Test
  void noCandidateServesBeyondItsLevelsUnlessHarmlessOnBothSides() {
    for (long seed = 0; seed < Cases.count(50, 200); seed++) {
      Objective objective = objective(seed);
      List<Stretch> stretches = choice(objective).stretches();
      for (int level = 0; level + 1 < LEVELS; level++) {
        double low = Level.ALL.get(level).utilisation() + HALF_BAND;
        double high = Level.ALL.get(level + 1).utilisation() - HALF_BAND;
        for (double share : new double[] {0.1, 0.5, 0.9}) {
          int served = at(stretches, low + share * (high - low));
          assertThat(objective.isHarmless(level, served) && objective.isHarmless(level + 1, served))
              .as("seed %d, candidate %d above level %d", seed, served, level)
              .isTrue();
        }
      }
    }
  }

  private static int at(List<Stretch> stretches, double utilisation) {
    return stretches.stream()
        .filter(stretch -> stretch.fromUtilisation() <= utilisation)
        .reduce((one, next) -> next)
        .orElseThrow()
        .candidate();
  }

  @Test
  void oneThatIsBestEverywhereIsTheOnlyEntry() {
    var seen = new RandomOutcomes(LEVELS, CANDIDATES, 1);
    for (int level = 0; level < LEVELS; level++) {
      seen.add(level, 0, 12, 1, 1, 1, 0)
          .add(level, 1, 12, 0.8, 0.8, 0.8, 0)
          .add(level, 2, 12, 0.7, 0.7, 0.7, 0)
          .add(level, 3, 12, 0.7, 0.7, 0.7, 0);
    }
    var objective = new Objective(seen.outcomes(), Goal.byDefault());
    assertThat(choice(objective).stretches()).containsExactly(new Stretch(0, 2));
    assertThat(choice(objective).beyondBorders(seen.outcomes())).isEmpty();
  }

  @Test
  void whereNothingIsBetterTheSafeOneServesAlone() {
    var seen = new RandomOutcomes(LEVELS, CANDIDATES, 1);
    for (int level = 0; level < LEVELS; level++) {
      seen.add(level, 0, 12, 1, 1, 1, 0)
          .add(level, 1, 12, 1, 1, 1, 0.001)
          .add(level, 2, 12, 0.7, 1.1, 0.7, 0)
          .add(level, 3, 12, 0.9, 0.9, 0.9, 0.5);
    }
    var objective = new Objective(seen.outcomes(), Goal.byDefault());
    assertThat(choice(objective).stretches()).containsExactly(new Stretch(0, 0));
  }

  @Test
  void whoServesIsTriedOnTheLevelBeyondItsBorder() {
    var seen = new RandomOutcomes(LEVELS, CANDIDATES, 1);
    for (int level = 0; level < LEVELS; level++) {
      double tail = level < 3 ? 0.7 : 1.2;
      seen.add(level, 0, 12, 1, 1, 1, 0).add(level, 1, level == 3 ? 2 : 12, tail, tail, tail, 0);
    }
    var objective = new Objective(seen.outcomes(), Goal.byDefault());
    assertThat(choice(objective).beyondBorders(seen.outcomes()))
        .containsExactlyElementsOf(
            IntStream.range(2, 12)
                .mapToObj(block -> new SuccessiveHalving.SimulationRun(3, block, 1))
                .toList());
    assertThat(choice(objective).stretches())
        .containsExactly(new Stretch(0, 1), new Stretch(0.53, 0));
  }
}
