package org.curtail.app.plan;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.terminal.Misuse;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.Schedule;
import org.curtail.plan.SplitHalf;
import org.curtail.plan.TailInterval;
import org.jspecify.annotations.Nullable;

/**
 * All that is said of a table beside itself.
 *
 * @param seconds that planning took
 * @param advice what was left to the command, and why, by field of the goal
 * @param journeys what requests go through
 * @param tails 95 % intervals of the predicted tails, one for each row
 * @param splitHalf how it holds for other requests, if that was asked
 */
public record Explanation(
    double seconds,
    Map<String, GoalAdvice> advice,
    List<LoadJourney> journeys,
    List<TailInterval> tails,
    @Nullable Stability splitHalf) {
  /**
   * A split-half test that can be repeated.
   *
   * @param seed that divided the requests
   */
  public record Stability(long seed, SplitHalf halves) {
    /**
     * Divides a profile by a seed and plans both halves.
     *
     * @throws Misuse if the profile is too small
     */
    public static Stability of(Profile profile, PlanGoal goal, long seed) {
      try {
        return new Stability(seed, SplitHalf.of(profile, goal, new SplittableRandom(seed)));
      } catch (IllegalArgumentException e) {
        throw new Misuse("--split-half: " + e.getMessage(), e);
      }
    }
  }

  /** Explains a table that was planned on a profile. */
  public static Explanation of(
      IntervalTable table,
      Profile profile,
      double seconds,
      Map<String, GoalAdvice> advice,
      @Nullable Stability splitHalf) {
    List<TailInterval> tails =
        table.rows().stream()
            .map(row -> TailInterval.of(Schedule.of(row), profile, table.percentile()))
            .toList();
    return new Explanation(seconds, advice, LoadJourney.of(table, profile), tails, splitHalf);
  }
}
