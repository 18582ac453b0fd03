package org.curtail.app.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;

/**
 * A line of a table for people, as in the Few-to-Many paper's Table 2.
 *
 * @param loads "7", "1 to 6" or ">= 25"
 * @param row what it says of them
 * @param waits whether a request waits for another's exit first
 */
record TableLine(String loads, IntervalTable.Row row, boolean waits) {
  /** The lines of a table: one for each row, and one for the loads that wait. */
  static List<TableLine> of(IntervalTable table) {
    int first = 1;
    var lines = new ArrayList<TableLine>();
    for (IntervalTable.Row row : table.rows()) {
      boolean last = row.load() == table.rows().getLast().load();
      if (row.load() > table.waitForExitAbove()) {
        lines.add(new TableLine(last ? ">= " + first : range(first, row.load()), row, true));
      } else {
        int to = last ? table.waitForExitAbove() : row.load();
        lines.add(new TableLine(range(first, to), row, false));
        if (last) {
          lines.add(new TableLine(">= " + (to + 1), row, true));
        }
      }
      first = row.load() + 1;
    }
    return lines;
  }

  private static String range(int first, int last) {
    return first == last ? "" + first : first + " to " + last;
  }
}
