package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Cases;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class TablePlannerPropertyTest {
  private static final double[] PERCENTILES = {0, 50, 80, 90, 95, 99, 100};

  /** Requests whose speedups may even fall with the degree, each with its own. */
  private static Profile profile(RandomGenerator random, int requests, int maxDegree) {
    double[][] timesMs = new double[requests][maxDegree];
    boolean monotone = random.nextBoolean();
    for (double[] times : timesMs) {
      times[0] = 5 + 95 * Math.pow(random.nextDouble(), 3);
      for (int d = 2; d <= maxDegree; d++) {
        times[d - 1] =
            monotone
                ? times[d - 2] * random.nextDouble((d - 1.0) / d, 1)
                : times[0] / random.nextDouble(0.7, d);
      }
    }
    return Profile.of("random", timesMs);
  }

  private static void agreesWithBruteForce(
      RandomGenerator random, int maxDegree, int gridSteps, int loads) {
    Profile profile = profile(random, random.nextInt(5, 21), maxDegree);
    double percentile = PERCENTILES[random.nextInt(PERCENTILES.length)];
    int target = random.nextInt(1, 9);
    double longestMs = Grid.longestMs(profile, PlanGoal.degreesTo(maxDegree));
    double stepMs = longestMs / (gridSteps - random.nextDouble());
    var goal =
        new PlanGoal(
            4,
            target,
            maxDegree,
            PlanGoal.degreesTo(maxDegree),
            percentile,
            stepMs,
            Math.min(loads, 2 * target));
    IntervalTable table = TablePlanner.plan(profile, goal);
    assertThat(table.rows()).hasSize(goal.maxLoad());
    for (IntervalTable.Row row : table.rows()) {
      int[] limits = new int[maxDegree];
      Arrays.fill(limits, gridSteps);
      // Up to the target the paper's limit y on v0 takes nothing away; beyond, the best may lie
      // above it.
      limits[0] = row.load() <= target ? gridSteps : maxDegree * 2 * gridSteps;
      var expected =
          new BruteForce(
              profile, Math.max(percentile, 1) / 100, target, row.load(), stepMs, limits);
      assertThat(row.tailMs()).isCloseTo(expected.tailMs, within(1e-9 * expected.tailMs));
      assertThat(row.meanMs()).isCloseTo(expected.meanMs, within(1e-9 * expected.meanMs));
      assertThat(row.averageParallelism()).isLessThanOrEqualTo(target * (1 + 2e-9));
    }
  }

  @Test
  void twoDegreesAgreeWithTheLiteralSearch() {
    Cases.random(1, 400, random -> agreesWithBruteForce(random, 2, random.nextInt(2, 16), 12));
  }

  @Test
  void threeDegreesAgreeWithTheLiteralSearch() {
    Cases.random(2_000, 300, random -> agreesWithBruteForce(random, 3, random.nextInt(2, 9), 8));
  }

  @Test
  void fourDegreesAgreeWithTheLiteralSearch() {
    Cases.random(30_000, 60, random -> agreesWithBruteForce(random, 4, random.nextInt(2, 6), 5));
  }

  @Test
  void aDegreeSetIsThePlanOfAProfileWithoutTheOtherDegrees() {
    Cases.random(
        4,
        50,
        random -> {
          Profile all = profile(random, 10, 4);
          double[][] some = new double[10][];
          for (int r = 0; r < some.length; r++) {
            some[r] = new double[] {all.timeMs(r, 1), all.timeMs(r, 3)};
          }
          double stepMs = 4;
          // Degree 3 costs three threads, in the narrow profile two: compare at a target that
          // never binds, and at load 1.
          IntervalTable wide =
              TablePlanner.plan(all, new PlanGoal(4, 9, 3, List.of(1, 3), 90, stepMs, 1));
          IntervalTable narrow =
              TablePlanner.plan(
                  Profile.of("", some), new PlanGoal(4, 9, 2, List.of(1, 2), 90, stepMs, 1));
          IntervalTable.Row row = wide.row(1);
          assertThat(row.startMs(2)).isEqualTo(row.startMs(3));
          assertThat(row.tailMs()).isCloseTo(narrow.row(1).tailMs(), within(1e-9));
          assertThat(row.meanMs()).isCloseTo(narrow.row(1).meanMs(), within(1e-9));
        });
  }
}
