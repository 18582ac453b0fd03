package org.curtail.cli.plan;

import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.curtail.benchkit.trust.SpeedupShape;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.Schedule;
import org.curtail.tune.HarmlessTable;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of a table.
 *
 * @param demand demand of the table
 * @param search search that found it
 * @param remarks facts that the table does not show
 * @param advice choices of the command with reasons, by field of the goal
 * @param timelines timelines of a median and a long request
 * @param noHarm the part of the plan without harm at high load; null if harm is allowed
 * @param splitHalf the table on other requests, if asked for
 */
public record Explanation(
    Demand demand,
    Search search,
    List<String> remarks,
    Map<String, GoalAdvice> advice,
    List<TimelineAtLoad> timelines,
    @Nullable HarmlessTable noHarm,
    @Nullable Stability splitHalf) {
  /**
   * The search for the table.
   *
   * @param seconds seconds of planning
   * @param looks evaluations of one degree of one request, the unit of effort
   * @param effortLimit greatest number of looks
   * @param speedups speedups of the requests, which make the search easy or hard
   */
  public record Search(double seconds, long looks, long effortLimit, SpeedupShape speedups) {
    /**
     * Describes the search in words: its duration, and reasons for a longer search or fewer proofs
     * than usual.
     */
    public List<String> lines() {
      return List.of("Planned in %.1f s: branch and bound, %s".formatted(seconds, shape()));
    }

    private String shape() {
      int requests = speedups.requests();
      if (!speedups.isRegular()) {
        return "with looser bounds, slower and proving less: of %s %,d %s slower on more threads, %,d more than linearly faster"
            .formatted(
                counted(requests),
                speedups.slower(),
                speedups.slower() == 1 ? "is" : "are",
                speedups.superlinear());
      }
      if (speedups.gaining() == 0) {
        return "with tight bounds: no request gains from more threads";
      }
      return "with tight bounds: %s from more threads, at falling efficiency"
          .formatted(
              speedups.gaining() == requests
                  ? "all requests gain"
                  : "of %s %,d %s"
                      .formatted(
                          counted(requests),
                          speedups.gaining(),
                          speedups.gaining() == 1 ? "gains" : "gain"));
    }

    private static String counted(int requests) {
      return "%,d %s".formatted(requests, requests == 1 ? "request" : "requests");
    }
  }

  /**
   * A split-half test that can be repeated.
   *
   * @param seed seed that divided the requests
   */
  public record Stability(long seed, SplitHalf halves) {}

  /** Explains a table for all requests of the demand, even if the planner got simplified ones. */
  public static Explanation of(
      IntervalTable table,
      Demand demand,
      Search search,
      List<String> remarks,
      Map<String, GoalAdvice> advice,
      @Nullable HarmlessTable noHarm,
      @Nullable Stability splitHalf) {
    return new Explanation(
        demand, search, remarks, advice, TimelineAtLoad.of(table, demand.all()), noHarm, splitHalf);
  }

  /**
   * Returns 95 % intervals of a table's predicted tails, one for each row. Each interval needs a
   * sort of all requests, so call this only to show them.
   */
  public List<TailInterval> tails(IntervalTable table) {
    return table.rows().stream()
        .map(row -> TailInterval.of(Schedule.of(row), demand.all(), table.percentile()))
        .toList();
  }
}
