package org.curtail.plan;

import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * What the model of the Few-to-Many paper's Figure 6 predicts for any table on a given demand: one
 * that was planned for another service, on another part of the same profile, or printed in a paper.
 */
public final class TableForecast {
  private TableForecast() {}

  /**
   * The table with a row for each load and the predictions filled in. Times and limits stay; what
   * was proved of a row was proved for the profile it was planned on, and is left out.
   *
   * @param profile the demand to predict for
   * @param percentile of the tail, 0 to 100
   * @param maxLoad the forecast has rows for loads 1 to this; at least 1
   * @throws IllegalArgumentException if the profile lacks a degree of the table
   */
  public static IntervalTable of(
      IntervalTable table, Profile profile, double percentile, int maxLoad) {
    return new IntervalTable(
        table.cores(),
        table.targetParallelism(),
        table.maxDegree(),
        percentile,
        table.stepMs(),
        table.degrees(),
        IntStream.rangeClosed(1, maxLoad)
            .mapToObj(load -> row(load, table.row(load), profile, percentile))
            .toList(),
        table.waitForExitAbove());
  }

  private static IntervalTable.Row row(
      int load, IntervalTable.Row used, Profile profile, double percentile) {
    ScheduleCost cost = Schedule.of(used).cost(profile, percentile);
    return new IntervalTable.Row(
        load, used.startsMs(), cost.tailMs(), cost.meanMs(), cost.averageParallelism(load));
  }
}
