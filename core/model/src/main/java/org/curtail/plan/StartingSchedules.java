package org.curtail.plan;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;

/**
 * Schedules to start a search from: good ones rule out more from the beginning, and remain if the
 * search is cut short.
 */
final class StartingSchedules {
  /** Greatest number of degrees whose search is short. */
  private static final int FEW_DEGREES = 4;

  private static final double SHARE_FOR_FEW_DEGREES = 0.25;

  private StartingSchedules() {}

  /** Offers the schedules next to the optimum off the grid. */
  static void offerLikely(Incumbent[] best, TailBound bound, BoxSearch search) {
    double[] likely = best[0].lengths();
    for (Incumbent incumbent : best) {
      likely = incumbent.improveBound(bound, likely);
      search.offer(Arrays.stream(likely).map(Math::rint).toArray());
      search.offer(Arrays.stream(likely).map(Math::floor).toArray());
    }
  }

  /**
   * Offers the best schedules with few degrees, which are schedules with many too: each further
   * degree makes the search longer, but seldom the tail much shorter.
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

  /** Returns indices of few degrees, in about equal ratios: 1, 2, 4 and 8 of eight. */
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
