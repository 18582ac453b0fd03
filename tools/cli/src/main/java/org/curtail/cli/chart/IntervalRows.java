package org.curtail.cli.chart;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;

/**
 * The rows of an interval table for requests that start at a given load; equal neighbours are
 * joined.
 */
public final class IntervalRows {
  /**
   * Loads with the same row.
   *
   * @param load such as {@code ≤ 6}, {@code 7} or {@code 8–9}
   */
  public record Row(String load, IntervalTable.Row row) {}

  private IntervalRows() {}

  public static List<Row> of(IntervalTable table) {
    List<Row> merged = new ArrayList<>();
    List<IntervalTable.Row> rows = table.rows();
    int first = 0;
    for (int i = 0; i < rows.size(); i++) {
      // Above waitForExitAbove a request starts when another one ends, so its row does not matter.
      boolean last = i == rows.size() - 1 || rows.get(i).load() >= table.waitForExitAbove();
      if (last || !rows.get(i + 1).startsMs().equals(rows.get(i).startsMs())) {
        // A load between two rows uses the later row.
        int from = first == 0 ? 1 : rows.get(first - 1).load() + 1;
        int to = Math.min(rows.get(i).load(), table.waitForExitAbove());
        boolean open = i == rows.size() - 1 && !table.hasExit();
        merged.add(new Row(open ? "≥ " + from : loads(from, to), rows.get(i)));
        first = i + 1;
      }
      if (last) {
        break;
      }
    }
    return merged;
  }

  private static String loads(int from, int to) {
    if (from == to) {
      return String.valueOf(from);
    }
    return from == 1 ? "≤ " + to : from + "–" + to;
  }
}
