package org.curtail.papers.automatic;

import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.automatic.Goal;
import org.curtail.automatic.JudgeSetting;
import org.curtail.plan.Binning;
import org.curtail.plan.Effort;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;

/**
 * A table for {@code few-to-many}, planned in about a second at most: for a demand in few bins,
 * with the degrees and threads that the planner itself advises. Rows that are not proved best by
 * then are as good as was found.
 */
final class BoundedTable {
  private static final int BINS = 200;
  private static final long LOOKS = 50_000_000;

  /** The planner's work grows with each; more of them are of no use to the longest requests. */
  private static final int MOST_DEGREES = 6;

  private static final int MOST_LOADS = 128;

  private BoundedTable() {}

  /**
   * The table, for {@link Hindsight#of}; empty if no degree but the first is of use. The same for
   * the same setting.
   */
  static Optional<IntervalTable> plan(JudgeSetting setting) {
    Profile profile = setting.profile();
    int cores = setting.machine().cores();
    Goal goal = setting.goal();
    int allowed =
        IntStream.of(profile.maxDegree(), cores, MOST_DEGREES, goal.threads().orElse(MOST_DEGREES))
            .min()
            .getAsInt();
    int degree = GoalAdvice.maxDegree(profile, PlanGoal.degreesTo(allowed)).value();
    if (degree == 1) {
      return Optional.empty();
    }
    int threads = GoalAdvice.targetParallelism(profile, cores, degree).value();
    Profile coarse = profile.requests() > BINS ? Binning.byDemand(profile, BINS) : profile;
    var degrees = PlanGoal.degreesTo(degree);
    return Optional.of(
        TablePlanner.plan(
            coarse,
            new PlanGoal(
                cores,
                threads,
                degree,
                degrees,
                goal.percentile(),
                TablePlanner.suggestStepMs(coarse, degrees),
                Math.min(threads, MOST_LOADS)),
            new Effort(LOOKS, share -> {})));
  }
}
