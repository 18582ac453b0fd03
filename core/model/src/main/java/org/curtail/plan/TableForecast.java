package org.curtail.plan;

import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * Predictions of the Few-to-Many paper's model (Figure 6) for any table and any demand. The table
 * may come from another service, another part of the profile, or a paper.
 */
public final class TableForecast {
  private TableForecast() {}

  /**
   * Returns the table with a row for each load and with predictions. Times and limits stay. Proofs
   * are omitted, since they hold for the original profile only.
   *
   * @param profile demand to predict for
   * @param percentile percentile of the tail, 0 to 100
   * @param maxLoad number of rows, for loads 1 to this; at least 1
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
