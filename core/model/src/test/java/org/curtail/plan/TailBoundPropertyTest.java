package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class TailBoundPropertyTest {
  @Test
  void noScheduleThatMeetsTheTargetHasATailBelowTheBound() {
    Cases.random(
        1,
        400,
        random -> {
          int maxDegree = random.nextInt(1, 6);
          Profile profile =
              RandomProfiles.maybeSerial(
                  random, RandomProfiles.any(random, random.nextInt(1, 40), maxDegree));
          double percentile = random.nextDouble(100);
          List<Integer> degrees = PlanGoal.degreesTo(maxDegree);
          var requests = new Requests(profile, degrees, percentile, 1);
          double loadPerTarget = random.nextDouble(0.1, 3);
          // The hint may be any schedule.
          double[] hint = random.doubles(maxDegree - 1, 0, 100).toArray();
          double boundMs = bound(requests, 100, loadPerTarget, hint);
          for (int i = 0; i < 200; i++) {
            var startsMs = new ArrayList<Double>(List.of(0.0));
            double scaleMs = 100 * Math.pow(random.nextDouble(), 3);
            for (int d = 2; d <= maxDegree; d++) {
              startsMs.add(startsMs.getLast() + scaleMs * random.nextDouble());
            }
            ScheduleCost cost = new Schedule(startsMs).cost(profile, percentile);
            double waitMs = Math.max(0, loadPerTarget * cost.threadMs() - cost.meanMs());
            assertThat(boundMs).isLessThanOrEqualTo(waitMs + cost.tailMs());
          }
        });
  }

  /** The best schedule of a grid is close to the best of all, and so to a tight bound. */
  @Test
  void noScheduleOfAFineGridHasATailBelowTheBound() {
    Cases.random(
        7_000,
        Cases.count(50, 150),
        random -> {
          int maxDegree = random.nextInt(2, 4);
          Profile profile =
              RandomProfiles.maybeSerial(
                  random,
                  random.nextBoolean()
                      ? RandomProfiles.any(random, random.nextInt(1, 12), maxDegree)
                      : RandomProfiles.wide(random, random.nextInt(1, 12), maxDegree));
          List<Integer> degrees = PlanGoal.degreesTo(maxDegree);
          int steps = maxDegree == 2 ? 200 : 40;
          double stepMs = Grid.longestMs(profile, degrees) / steps;
          double percentile = random.nextDouble(100);
          int load = random.nextInt(1, 8);
          int target = random.nextInt(1, 8);
          var requests = new Requests(profile, degrees, percentile, stepMs);
          int[] limits = new int[maxDegree];
          Arrays.fill(limits, 1, maxDegree, steps);
          double[] hint = random.doubles(maxDegree - 1, 0, steps).toArray();
          double boundMs = stepMs * bound(requests, steps, (double) load / target, hint);
          limits[0] = 3 * steps / 4;
          double beta = Math.max(percentile / 100, 0.5 / profile.requests());
          var best = new BruteForce(profile, beta, target, load, stepMs, limits);
          assertThat(boundMs).isLessThanOrEqualTo(best.tailMs * (1 + 1e-9));
        });
  }

  private static double bound(
      Requests requests, double limit, double loadPerTarget, double[] hint) {
    return new TailBound(requests, limit, 1, Effort.byDefault()).of(loadPerTarget, hint).steps();
  }

  @Test
  void theBoundIsCloseWhereSpeedupsGrowAndEfficiencyFalls() {
    var goal = new PlanGoal(15, 24, 4, PlanGoal.degreesTo(4), 99, 5, 30);
    for (Profile profile :
        List.of(
            SyntheticProfiles.luceneLike(1_000, 4),
            SyntheticProfiles.luceneLikeNoisy(1_000, 4, 1),
            SyntheticProfiles.heavy(1_000, 4))) {
      for (IntervalTable.Row row : TablePlanner.plan(profile, goal).rows()) {
        assertThat(row.boundMs()).isBetween(row.tailMs() * 0.995, row.tailMs());
      }
    }
  }
}
