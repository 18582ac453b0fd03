package org.curtail.cli.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.Schedule;

/**
 * The life of a typical or a long request at one load.
 *
 * @param load requests in the system
 * @param demandPercentile percentile of the request's sequential time, 0 to 100
 * @param timeline timeline under the row of this load
 */
public record TimelineAtLoad(int load, double demandPercentile, PlannedTimeline timeline) {
  private static final List<Double> DEMAND_PERCENTILES = List.of(50.0, 99.0);

  /**
   * Returns the timelines of a median and a long request at three loads: the least one, one in the
   * middle, and the greatest one without waits for an exit.
   */
  public static List<TimelineAtLoad> of(IntervalTable table, Profile profile) {
    // The search for a request sorts all requests, so there is one search for each percentile, not
    // for each load.
    var requests = new LinkedHashMap<Double, Integer>();
    DEMAND_PERCENTILES.forEach(
        percentile -> requests.put(percentile, PlannedTimeline.requestAt(profile, percentile)));
    int greatest = Math.min(table.rows().getLast().load(), table.waitForExitAbove());
    return IntStream.of(1, (greatest + 1) / 2, greatest)
        .distinct()
        .boxed()
        .flatMap(load -> {
          Schedule schedule = Schedule.of(table.row(load));
          return requests.entrySet().stream()
              .map(entry ->
                  new TimelineAtLoad(
                      load,
                      entry.getKey(),
                      PlannedTimeline.of(schedule, profile, entry.getValue())));
        })
        .toList();
  }
}
