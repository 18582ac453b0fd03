package org.curtail.app.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.SpeedupShape;

/** What a reader of a planned table should know and cannot see in it. */
public final class TableRemarks {
  private TableRemarks() {}

  /**
   * The remarks, none if all is well.
   *
   * @param demand that the table was planned for
   */
  public static List<String> lines(IntervalTable table, SpeedupShape speedups, Profile demand) {
    var remarks = new ArrayList<String>();
    List<Integer> unproved =
        table.rows().stream().filter(row -> !row.optimal()).map(IntervalTable.Row::load).toList();
    if (!unproved.isEmpty()) {
      remarks.add(
          "not proved to be the best on the grid: load %s; \"from best\" is how far off they may be, --effort lets the search go on"
              .formatted(LoadRanges.text(unproved)));
    }
    if (!speedups.harmful().isEmpty()) {
      remarks.add(
          "requests take longer in the mean at degree %s than at a lower one: noise, or more threads than help"
              .formatted(LoadRanges.text(speedups.harmful())));
    }
    double longestMs = demand.percentileMs(100, 1);
    if (table.stepMs() > longestMs) {
      remarks.add(
          "a step of %s ms is longer than the longest request, %s ms: a degree can only begin at once or never"
              .formatted(Numbers.time(table.stepMs()), Numbers.tenths(longestMs)));
    }
    int last = table.rows().getLast().load();
    if (last < table.waitForExitAbove()) {
      remarks.add(
          "loads from %d to %d use the row of %d, which was not planned for them"
              .formatted(last + 1, table.waitForExitAbove(), last));
    }
    return remarks;
  }
}
