package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** The dependence of a table on the measured requests, two lines per load. */
public final class SplitHalfText {
  private SplitHalfText() {}

  /**
   * The lines, a heading first.
   *
   * @param tails one for each row of the table
   */
  public static List<String> lines(
      IntervalTable table, List<TailInterval> tails, Explanation.Stability stability) {
    var cells = new ArrayList<List<String>>();
    cells.add(
        List.of(
            "load",
            "tail ms",
            "95 % interval",
            "planned",
            "on other",
            "ratio",
            "best there",
            "regret",
            "threads"));
    for (int i = 0; i < tails.size(); i++) {
      TailInterval tail = tails.get(i);
      cells.add(
          cells(
              "" + table.rows().get(i).load(),
              Numbers.tenths(tail.tailMs()),
              Numbers.tenths(tail.lowMs()) + " to " + Numbers.tenths(tail.highMs()),
              stability.halves().firstOnSecond().get(i)));
      cells.add(cells("", "", "", stability.halves().secondOnFirst().get(i)));
    }
    var lines = new ArrayList<String>();
    lines.add(
        "split-half, seed %d: planned on one half of the requests, found on the other; target %d threads"
            .formatted(stability.seed(), table.targetParallelism()));
    lines.addAll(Columns.aligned(cells));
    return lines;
  }

  private static List<String> cells(
      String load, String tail, String interval, SplitHalf.Transfer transfer) {
    return List.of(
        load,
        tail,
        interval,
        Numbers.tenths(transfer.plannedMs()),
        Numbers.tenths(transfer.foundMs()),
        Numbers.hundredths(transfer.ratio()),
        Numbers.tenths(transfer.bestMs()),
        Numbers.hundredths(transfer.regret()),
        Numbers.tenths(transfer.averageParallelism()));
  }
}
