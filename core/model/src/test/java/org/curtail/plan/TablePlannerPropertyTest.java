package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The planner against Figure 7 taken literally, in some cases; in many with {@code -Dlong}. */
class TablePlannerPropertyTest {
  private static final double[] PERCENTILES = {0, 50, 80, 90, 95, 99, 99.9, 100};

  /**
   * Case that is small enough for the literal search.
   *
   * @param degrees degrees that requests may pass through
   * @param gridSteps length of the longest request
   */
  private static void agreesWithTheLiteralSearch(
      RandomGenerator random, List<Integer> degrees, int gridSteps, int loads) {
    int maxDegree = degrees.getLast();
    agreesWithTheLiteralSearch(
        random,
        RandomProfiles.any(random, random.nextInt(5, 41), maxDegree),
        degrees,
        gridSteps,
        loads);
  }

  private static void agreesWithTheLiteralSearch(
      RandomGenerator random, Profile measured, List<Integer> degrees, int gridSteps, int loads) {
    int maxDegree = degrees.getLast();
    Profile profile = RandomProfiles.maybeSerial(random, measured);
    Profile planned = profile;
    if (random.nextInt(4) == 0) {
      // Repeated equal requests for the literal search; one request with their weight for the
      // planner.
      double unit = random.nextDouble(0.1, 3);
      int[] weights = random.ints(profile.requests(), 1, 4).toArray();
      planned = profile.withWeights(Arrays.stream(weights).mapToDouble(w -> w * unit).toArray());
      profile = RandomProfiles.repeated(profile, weights);
    }
    double percentile = PERCENTILES[random.nextInt(PERCENTILES.length)];
    int target = random.nextInt(1, 9);
    double longestMs = Grid.longestMs(profile, degrees);
    double stepMs = longestMs / (gridSteps - random.nextDouble());
    var goal =
        new PlanGoal(
            4, target, maxDegree, degrees, percentile, stepMs, Math.min(loads, 2 * target));
    IntervalTable table = TablePlanner.plan(planned, goal);
    assertThat(table.rows()).hasSize(goal.maxLoad());
    for (IntervalTable.Row row : table.rows()) {
      // A degree that is not allowed has length 0.
      int[] limits = new int[maxDegree];
      degrees.stream().filter(d -> d < maxDegree).forEach(d -> limits[d] = gridSteps);
      // Up to the target the paper's limit y on v0 has no effect. Beyond it, the best v0 may
      // exceed y.
      limits[0] = row.load() <= target ? gridSteps : maxDegree * 2 * gridSteps;
      double beta =
          profile.requests() * percentile >= 100 ? percentile / 100 : 1.0 / profile.requests();
      var expected = new BruteForce(profile, beta, target, row.load(), stepMs, limits);
      assertThat(row.tailMs()).isCloseTo(expected.tailMs, within(1e-9 * expected.tailMs));
      assertThat(row.meanMs()).isCloseTo(expected.meanMs, within(1e-9 * expected.meanMs));
      assertThat(row.averageParallelism()).isLessThanOrEqualTo(target * (1 + 2e-9));
      assertThat(row.optimal()).isTrue();
      // A degree that no request reaches begins when the last request has ended.
      assertThat(row.startsMs().getLast() / stepMs)
          .isLessThanOrEqualTo(Math.ceil(lastEndMs(profile, row) / stepMs + 1e-6) + 1e-6);
    }
  }

  /** Returns the end of the slowest request since its arrival, step by step through the starts. */
  private static double lastEndMs(Profile profile, IntervalTable.Row row) {
    List<Double> startsMs = row.startsMs();
    double lastMs = 0;
    for (int request = 0; request < profile.requests(); request++) {
      double left = 1;
      double serialMs = profile.serialMs(request);
      double nowMs = startsMs.getFirst() + serialMs;
      for (int degree = 1; left > 0; degree++) {
        double wholeMs = profile.timeMs(request, degree) - serialMs;
        double timeMs = left * wholeMs;
        boolean isLast = degree == startsMs.size() || nowMs + timeMs <= startsMs.get(degree);
        double untilMs = isLast ? nowMs + timeMs : Math.max(nowMs, startsMs.get(degree));
        left = isLast ? 0 : left - (untilMs - nowMs) / wholeMs;
        nowMs = untilMs;
      }
      lastMs = Math.max(lastMs, nowMs);
    }
    return lastMs;
  }

  @Test
  void twoDegreesAgreeWithTheLiteralSearch() {
    Cases.random(
        1,
        Cases.count(200, 1_500),
        random -> agreesWithTheLiteralSearch(random, List.of(1, 2), random.nextInt(2, 16), 12));
  }

  @Test
  void threeDegreesAgreeWithTheLiteralSearch() {
    Cases.random(
        2_000,
        Cases.count(150, 1_000),
        random -> agreesWithTheLiteralSearch(random, List.of(1, 2, 3), random.nextInt(2, 9), 8));
  }

  @Test
  void fourDegreesAgreeWithTheLiteralSearch() {
    Cases.random(
        30_000,
        Cases.count(30, 100),
        random -> agreesWithTheLiteralSearch(random, List.of(1, 2, 3, 4), random.nextInt(2, 6), 5));
  }

  @Test
  void setsOfDegreesAgreeWithTheLiteralSearch() {
    List<List<Integer>> sets = List.of(List.of(1, 3), List.of(1, 4), List.of(1, 2, 4));
    Cases.random(
        40_000,
        Cases.count(60, 400),
        random ->
            agreesWithTheLiteralSearch(
                random, sets.get(random.nextInt(sets.size())), random.nextInt(2, 7), 6));
  }

  @Test
  void timesOfAllMagnitudesAgreeWithTheLiteralSearch() {
    Cases.random(
        60_000,
        Cases.count(90, 600),
        random -> {
          int maxDegree = random.nextInt(2, 4);
          Profile profile = RandomProfiles.wide(random, random.nextInt(2, 12), maxDegree);
          agreesWithTheLiteralSearch(
              random, profile, PlanGoal.degreesTo(maxDegree), random.nextInt(2, 9), 6);
        });
  }

  @Test
  @Tag("long")
  void thousandsOfCasesAgreeWithTheLiteralSearch() {
    Cases.random(
        100_000,
        4_000,
        random -> {
          int maxDegree = random.nextInt(2, 5);
          agreesWithTheLiteralSearch(
              random, PlanGoal.degreesTo(maxDegree), random.nextInt(2, 19 - 4 * maxDegree), 8);
        });
  }

  @Test
  void theSameProfileAndGoalGiveTheSameTable() {
    Profile profile = RandomProfiles.any(new SplittableRandom(3), 200, 4);
    var goal = new PlanGoal(4, 9, 4, PlanGoal.degreesTo(4), 95, 1, 12);
    assertThat(TablePlanner.plan(profile, goal)).isEqualTo(TablePlanner.plan(profile, goal));
  }

  @Test
  void aSearchThatStopsEarlyMarksUnprovedRows() {
    Cases.random(
        50_000,
        Cases.count(2, 5),
        random -> {
          Profile profile = RandomProfiles.any(random, 300, 5);
          var goal = new PlanGoal(4, 9, 5, PlanGoal.degreesTo(5), 95, 0.5, 12);
          IntervalTable whole = TablePlanner.plan(profile, goal);
          IntervalTable cut = TablePlanner.plan(profile, goal, new Effort(12_000, share -> {}));
          assertThat(whole.rows()).allMatch(IntervalTable.Row::optimal);
          assertThat(cut.rows()).anyMatch(row -> !row.optimal());
          for (IntervalTable.Row row : cut.rows()) {
            double bestMs = whole.row(row.load()).tailMs();
            assertThat(row.tailMs()).isGreaterThanOrEqualTo(bestMs * (1 - 1e-12));
            assertThat(row.boundMs()).isBetween(0.0, bestMs);
            assertThat(row.averageParallelism()).isLessThanOrEqualTo(9 * (1 + 2e-9));
            if (row.optimal()) {
              assertThat(row.tailMs()).isCloseTo(bestMs, within(1e-9 * bestMs));
            }
          }
        });
  }
}
