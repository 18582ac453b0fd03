package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.SpeedupShape;

/** Remarks on a planned table that cannot be seen in it. */
public final class TableRemarks {
  /** Relative excess over the target that is only rounding. */
  private static final double ROUNDING = 1e-9;

  private TableRemarks() {}

  /**
   * The remarks, none if all is well.
   *
   * @param found by the planner
   * @param table the printed one, with predictions for all requests
   * @param speedups that the planner met
   * @param demand that the table was planned for
   */
  public static List<String> lines(
      IntervalTable found, IntervalTable table, SpeedupShape speedups, Demand demand) {
    var remarks = new ArrayList<String>();
    if (demand.isSimplified()) {
      remarks.add(
          "planned for %s: rows are the best for those, not proved the best for the requests of %s, for which they are predicted"
              .formatted(demand.text(), demand.file()));
      addExcess(remarks, table);
    }
    List<Integer> unproved =
        found.rows().stream().filter(row -> !row.optimal()).map(IntervalTable.Row::load).toList();
    if (!unproved.isEmpty()) {
      remarks.add(
          "rows not proved the best on the grid%s: load %s; %s--effort lets the search go on"
              .formatted(
                  demand.isSimplified() ? " even for those" : "",
                  ranges(unproved),
                  demand.isSimplified() ? "" : "\"from best\" is how far off they may be, "));
    }
    if (!speedups.harmful().isEmpty()) {
      remarks.add(
          "requests take longer in the mean at degree %s than at a lower one: noise, or more threads than help"
              .formatted(ranges(speedups.harmful())));
    }
    double longestMs = demand.all().percentileMs(100, 1);
    if (table.stepMs() > longestMs) {
      remarks.add(
          "a step of %s ms is longer than the longest request, %s ms: a degree can only begin at once or never"
              .formatted(Numbers.exact(table.stepMs()), Numbers.tenths(longestMs)));
    }
    int last = table.rows().getLast().load();
    if (last < table.waitForExitAbove() && table.hasExit()) {
      remarks.add(
          "loads from %d to %d use the row of %d, which was not planned for them"
              .formatted(last + 1, table.waitForExitAbove(), last));
    }
    return List.copyOf(remarks);
  }

  /** Adds a remark if requests exceed the target: the planner kept it for its own input only. */
  private static void addExcess(List<String> remarks, IntervalTable table) {
    List<IntervalTable.Row> excessive =
        table.rows().stream()
            .filter(row -> row.averageParallelism() > table.targetParallelism() * (1 + ROUNDING))
            .toList();
    if (!excessive.isEmpty()) {
      double most =
          excessive.stream().mapToDouble(IntervalTable.Row::averageParallelism).max().orElseThrow();
      remarks.add(
          "all requests use more threads than the target of %d at load %s: at most %s more"
              .formatted(
                  table.targetParallelism(),
                  ranges(excessive.stream().map(IntervalTable.Row::load).toList()),
                  Numbers.twoDigits(most - table.targetParallelism())));
    }
  }

  /**
   * Neighbours are taken together.
   *
   * @param loads ascending
   */
  static String ranges(List<Integer> loads) {
    var ranges = new ArrayList<String>();
    for (int i = 0; i < loads.size(); i++) {
      int first = loads.get(i);
      while (i + 1 < loads.size() && loads.get(i + 1) == loads.get(i) + 1) {
        i++;
      }
      int last = loads.get(i);
      ranges.add(first == last ? "" + first : first + " to " + last);
    }
    return String.join(", ", ranges);
  }
}
