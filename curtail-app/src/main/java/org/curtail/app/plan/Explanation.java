package org.curtail.app.plan;

import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.Schedule;
import org.curtail.plan.SpeedupShape;
import org.curtail.plan.SplitHalf;
import org.curtail.plan.TailInterval;
import org.jspecify.annotations.Nullable;

/**
 * All that is said of a table beside itself.
 *
 * @param search how it was found
 * @param advice what was left to the command, and why, by field of the goal
 * @param journeys what requests go through
 * @param tails 95 % intervals of the predicted tails, one for each row
 * @param splitHalf how it holds for other requests, if that was asked
 */
public record Explanation(
    Search search,
    Map<String, GoalAdvice> advice,
    List<LoadJourney> journeys,
    List<TailInterval> tails,
    @Nullable Stability splitHalf) {
  /**
   * How the table was found.
   *
   * @param seconds that planning took
   * @param looks at a request, which is what the search counts
   * @param speedups that made it easy or hard
   */
  public record Search(double seconds, long looks, SpeedupShape speedups) {
    /** In words: how long, by which method, and why that method may take longer here. */
    public List<String> lines() {
      return List.of(
          "Planned in %.1f s: branch and bound, %s"
              .formatted(
                  seconds,
                  speedups.isRegular()
                      ? "by tangents: all requests gain from more threads, at falling efficiency"
                      : "by each request's extreme slopes: of %,d requests %,d are slower on more threads, %,d more than linearly faster"
                          .formatted(
                              speedups.requests(), speedups.slower(), speedups.superlinear())));
    }
  }

  /**
   * A split-half test that can be repeated.
   *
   * @param seed that divided the requests
   */
  public record Stability(long seed, SplitHalf halves) {}

  /** Explains a table that was planned on a profile. */
  public static Explanation of(
      IntervalTable table,
      Profile profile,
      Search search,
      Map<String, GoalAdvice> advice,
      @Nullable Stability splitHalf) {
    List<TailInterval> tails =
        table.rows().stream()
            .map(row -> TailInterval.of(Schedule.of(row), profile, table.percentile()))
            .toList();
    return new Explanation(search, advice, LoadJourney.of(table, profile), tails, splitHalf);
  }
}
