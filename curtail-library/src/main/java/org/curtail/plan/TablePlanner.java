package org.curtail.plan;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * Finds the interval table with the least predicted tail (Few-to-Many paper, section 4.1, Figures 6
 * and 7). For every load: of all schedules on the grid whose total average parallelism stays within
 * the target, the one with the least tail, among equals the one with the least mean, then the one
 * that uses the fewest threads, then the first in the order of the search. Exact: nothing but the
 * grid is approximated, and speedups need not grow with the degree.
 *
 * <p>Two facts make Figure 7's loops shorter without changing what they find. The least admission
 * delay that meets the target follows from the other intervals in closed form. And what these
 * intervals cost does not depend on the load, so that one evaluation serves all rows.
 *
 * <p>{@code waitForExitAbove} is the target parallelism: the search itself never returns {@code
 * e1}, since some finite admission delay always meets the target, but both of the paper's tables
 * have it from there on. Rows above it follow the same formula.
 */
public final class TablePlanner {
  /** About a minute: one request under one schedule takes two or three nanoseconds. */
  static final double MAX_EVALUATIONS = 2e10;

  /** What {@link #suggestStepMs} aims at: a few seconds. */
  private static final double SUGGESTED_EVALUATIONS = 2e9;

  private static final int SUGGESTED_POINTS = 400;

  private TablePlanner() {}

  /**
   * Plans a table.
   *
   * @throws IllegalArgumentException if the profile lacks one of the goal's degrees, or the search
   *     would take more than 20 billion evaluations of a request; the message names a step that
   *     does not
   */
  public static IntervalTable plan(Profile profile, PlanGoal goal) {
    requireMeasured(profile, goal.maxDegree());
    Grid grid = Grid.of(profile, goal.degrees(), goal.stepMs());
    double evaluations = evaluations(profile, grid, goal.degrees().size(), goal.maxLoad());
    if (evaluations > MAX_EVALUATIONS) {
      throw new IllegalArgumentException(
          ("a step of %s ms makes %.2g schedules over %d requests: %.2g evaluations, at most %.0g"
                  + " are allowed; a step of %s ms is large enough")
              .formatted(
                  plain(goal.stepMs()),
                  grid.schedules(goal.degrees().size()),
                  profile.requests(),
                  evaluations,
                  MAX_EVALUATIONS,
                  plain(
                      leastStepMs(
                          profile,
                          goal.degrees(),
                          goal.maxLoad(),
                          goal.stepMs(),
                          MAX_EVALUATIONS))));
    }
    List<Search.Best> best = new Search(profile, goal, grid).run();
    return new IntervalTable(
        goal.cores(),
        goal.targetParallelism(),
        goal.maxDegree(),
        goal.percentile(),
        goal.stepMs(),
        goal.degrees(),
        IntStream.rangeClosed(1, goal.maxLoad())
            .mapToObj(load -> row(load, best.get(load - 1), profile, goal, grid))
            .toList(),
        goal.targetParallelism());
  }

  /**
   * A step with which planning takes a few seconds at most: 1, 2 or 5 times a power of ten, about
   * 1/400 of the longest time for two degrees, coarser for more degrees or many requests.
   *
   * @param degrees as in {@link PlanGoal}
   * @throws IllegalArgumentException if the profile lacks one of the degrees
   */
  public static double suggestStepMs(Profile profile, List<Integer> degrees, int maxLoad) {
    requireMeasured(profile, degrees.getLast());
    double finestMs = Grid.longestMs(profile, degrees) / SUGGESTED_POINTS;
    return leastStepMs(profile, degrees, maxLoad, finestMs, SUGGESTED_EVALUATIONS);
  }

  private static void requireMeasured(Profile profile, int maxDegree) {
    if (maxDegree > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "maxDegree must be at most what the profile measured, %d: %d"
              .formatted(profile.maxDegree(), maxDegree));
    }
  }

  private static double evaluations(Profile profile, Grid grid, int phases, int maxLoad) {
    return grid.schedules(phases) * (profile.requests() + (double) maxLoad);
  }

  /** The least round step from {@code finestMs} on that stays within a number of evaluations. */
  private static double leastStepMs(
      Profile profile, List<Integer> degrees, int maxLoad, double finestMs, double evaluations) {
    RoundNumber step = RoundNumber.atLeast(finestMs);
    double longestMs = Grid.longestMs(profile, degrees);
    while (step.value() < longestMs
        && evaluations(profile, Grid.of(profile, degrees, step.value()), degrees.size(), maxLoad)
            > evaluations) {
      step = step.next();
    }
    return step.value();
  }

  private static IntervalTable.Row row(
      int load, Search.Best best, Profile profile, PlanGoal goal, Grid grid) {
    List<Double> startsMs =
        IntStream.rangeClosed(1, goal.maxDegree())
            .mapToObj(degree -> (Double) grid.atMs(best.startStep(phase(degree, goal.degrees()))))
            .toList();
    ScheduleCost cost = new Schedule(startsMs).cost(profile, goal.percentile());
    return new IntervalTable.Row(
        load, startsMs, cost.tailMs(), cost.meanMs(), cost.averageParallelism(load));
  }

  /** The first phase with at least this degree: a degree that is not used begins with the next. */
  private static int phase(int degree, List<Integer> degrees) {
    int phase = 0;
    while (degrees.get(phase) < degree) {
      phase++;
    }
    return phase;
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
