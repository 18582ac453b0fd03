package org.curtail.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.Grid.RoundNumber;

/**
 * Planner of the interval table with the least predicted tail (Few-to-Many paper, section 4.1,
 * Figures 6 and 7). For every load it compares all schedules on the grid with a total average
 * parallelism within the target. The planner chooses the least tail, and among equal tails the
 * least mean. The tail is the nearest-rank percentile of the requests' times since arrival
 * (equation 5). These times include a wait for admission, with parallelism 0, and the serial part
 * of the request ({@link Profile#serialMs}), with parallelism 1.
 *
 * <p>Exact for any speedups. The planner takes seconds; Figure 7's nested loops take hours. The
 * least admission delay that meets the target follows from the other intervals in closed form. The
 * cost of these intervals does not depend on the load, and {@link BoxSearch} excludes whole boxes
 * of them at once. If the search exceeds its {@link Effort}, rows without a proof say so.
 *
 * <p>{@code waitForExitAbove} is the target parallelism, as in both tables of the paper. The search
 * itself never returns {@code e1}, since some finite admission delay always meets the target. Rows
 * above this load use the same formula.
 */
public final class TablePlanner {
  private static final int SUGGESTED_STEPS = 400;

  private TablePlanner() {}

  /** Plans with {@link Effort#byDefault}. */
  public static IntervalTable plan(Profile profile, PlanGoal goal) {
    return plan(profile, goal, Effort.byDefault());
  }

  /**
   * Plans a table.
   *
   * @throws IllegalArgumentException if the profile lacks one of the goal's degrees, or the longest
   *     request has more steps than a number can count
   */
  public static IntervalTable plan(Profile profile, PlanGoal goal, Effort effort) {
    requireMeasured(profile, goal.maxDegree());
    Grid grid = Grid.of(profile, goal.degrees(), goal.stepMs());
    var requests = new Requests(profile, goal.degrees(), goal.percentile(), goal.stepMs());
    var bound = new TailBound(requests, grid.steps(), goal.maxLoad(), effort);
    Incumbent[] best = Incumbent.forLoads(goal, requests.phases() - 1);
    var search = new BoxSearch(requests, grid.steps(), best, effort);
    StartingSchedules.offerLikely(best, bound, search);
    StartingSchedules.offerWithFewDegrees(profile, goal, grid, search, effort);
    boolean[] optimal = search.run();
    for (Incumbent incumbent : best) {
      incumbent.improveBound(bound, incumbent.lengths());
    }
    var rows = new ArrayList<IntervalTable.Row>();
    for (int load = 1; load <= goal.maxLoad(); load++) {
      List<Double> startsMs = startsMs(best[load - 1], requests, goal, grid);
      ScheduleCost cost = new Schedule(startsMs).cost(profile, goal.percentile());
      rows.add(
          new IntervalTable.Row(
              load,
              startsMs,
              cost.tailMs(),
              cost.meanMs(),
              cost.averageParallelism(load),
              Math.min(cost.tailMs(), goal.stepMs() * best[load - 1].boundSteps()),
              optimal[load - 1]));
    }
    return new IntervalTable(
        goal.cores(),
        goal.targetParallelism(),
        goal.maxDegree(),
        goal.percentile(),
        goal.stepMs(),
        goal.degrees(),
        rows,
        goal.targetParallelism());
  }

  /**
   * Returns a sufficiently fine step: 1/400 of the longest sequential time, rounded up to 1, 2 or 5
   * times a power of ten; at least {@link #leastStepMs}.
   *
   * @param degrees as in {@link PlanGoal}
   * @throws IllegalArgumentException if the profile lacks one of the degrees
   */
  public static double suggestStepMs(Profile profile, List<Integer> degrees) {
    requireMeasured(profile, degrees.getLast());
    double longestMs = Grid.longestMs(profile, List.of(1));
    return Math.max(
        RoundNumber.atLeast(longestMs / SUGGESTED_STEPS).value(), leastStepMs(profile, degrees));
  }

  /**
   * Returns the least step that {@link #plan} accepts for a profile: the longest time then has at
   * most 10^12 steps.
   *
   * @param degrees as in {@link PlanGoal}
   * @throws IllegalArgumentException if the profile lacks one of the degrees
   */
  public static double leastStepMs(Profile profile, List<Integer> degrees) {
    requireMeasured(profile, degrees.getLast());
    return Grid.leastStepMs(profile, degrees);
  }

  private static void requireMeasured(Profile profile, int maxDegree) {
    if (maxDegree > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "maxDegree must be at most that of the profile, %d: %d"
              .formatted(profile.maxDegree(), maxDegree));
    }
  }

  private static List<Double> startsMs(
      Incumbent best, Requests requests, PlanGoal goal, Grid grid) {
    long lastEnd = (long) (best.startStep(0) + best.longestSteps(requests));
    var startsMs = new ArrayList<Double>();
    for (int degree = 1; degree <= goal.maxDegree(); degree++) {
      // An unused degree begins together with the next used one. A degree that no request reaches
      // begins when the last request has ended.
      long start = (long) best.startStep(phase(degree, goal.degrees()));
      startsMs.add(grid.atMs(Math.min(start, lastEnd)));
    }
    return startsMs;
  }

  /** Returns the first phase with at least this degree. */
  private static int phase(int degree, List<Integer> degrees) {
    int phase = 0;
    while (degrees.get(phase) < degree) {
      phase++;
    }
    return phase;
  }

  /**
   * First schedules of a search. Good ones exclude more boxes from the beginning, and remain if the
   * search stops early.
   */
  private static final class StartingSchedules {
    /** Number of degrees up to which a search is short. */
    private static final int FEW_DEGREES = 4;

    private static final double SHARE_FOR_FEW_DEGREES = 0.25;

    private StartingSchedules() {}

    /** Offers the grid schedules next to the optimum without a grid. */
    static void offerLikely(Incumbent[] best, TailBound bound, BoxSearch search) {
      double[] likely = best[0].lengths();
      for (Incumbent incumbent : best) {
        likely = incumbent.improveBound(bound, likely);
        search.offer(Arrays.stream(likely).map(Math::rint).toArray());
        search.offer(Arrays.stream(likely).map(Math::floor).toArray());
      }
    }

    /**
     * Offers the best schedules with few degrees, which are also schedules with many. Each further
     * degree makes the search longer, but seldom makes the tail much shorter.
     */
    static void offerWithFewDegrees(
        Profile profile, PlanGoal goal, Grid grid, BoxSearch search, Effort effort) {
      List<Integer> all = goal.degrees();
      if (all.size() <= FEW_DEGREES) {
        return;
      }
      int[] phases = inEqualRatios(all);
      List<Integer> few = Arrays.stream(phases).mapToObj(all::get).toList();
      var requests = new Requests(profile, few, goal.percentile(), goal.stepMs());
      Incumbent[] best = Incumbent.forLoads(goal, few.size() - 1);
      Effort part = effort.part(SHARE_FOR_FEW_DEGREES);
      new BoxSearch(requests, grid.steps(), best, part).run();
      for (Incumbent incumbent : best) {
        double[] lengths = new double[all.size() - 1];
        for (int i = 0; i < few.size() - 1; i++) {
          lengths[phases[i]] = incumbent.lengthSteps(i);
        }
        search.offer(lengths);
      }
    }

    /** Returns indices of few degrees in about equal ratios: 1, 2, 4 and 8 of eight. */
    private static int[] inEqualRatios(List<Integer> degrees) {
      return IntStream.range(0, FEW_DEGREES)
          .map(i -> {
            double wanted = Math.pow(degrees.getLast(), i / (FEW_DEGREES - 1.0));
            return (int) degrees.stream().filter(degree -> degree < wanted - 0.5).count();
          })
          .distinct()
          .toArray();
    }
  }
}
