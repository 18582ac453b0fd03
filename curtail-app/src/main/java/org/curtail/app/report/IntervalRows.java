package org.curtail.app.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;

/** The rows of an interval table, neighbours that say the same taken together. */
final class IntervalRows {
  /**
   * Loads that are treated alike.
   *
   * @param load such as {@code ≤ 6}, {@code 7} or {@code 8–9}
   */
  record Row(String load, IntervalTable.Row row) {}

  private IntervalRows() {}

  static List<Row> of(IntervalTable table) {
    List<Row> merged = new ArrayList<>();
    List<IntervalTable.Row> rows = table.rows();
    int first = 0;
    for (int i = 0; i < rows.size(); i++) {
      boolean last = i == rows.size() - 1;
      if (last || !rows.get(i + 1).startsMs().equals(rows.get(i).startsMs())) {
        // A load between two rows follows the later one.
        int from = first == 0 ? 1 : rows.get(first - 1).load() + 1;
        merged.add(new Row(loads(from, rows.get(i).load()), rows.get(i)));
        first = i + 1;
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
