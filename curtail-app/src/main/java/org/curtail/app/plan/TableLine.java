package org.curtail.app.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;

/**
 * A line of a table for people, as in the Few-to-Many paper's Table 2.
 *
 * @param loads "7", "1 to 6" or ">= 25"
 * @param row what a request does at them
 * @param kind what the row says of these loads
 */
record TableLine(String loads, IntervalTable.Row row, Kind kind) {
  /** What a row says of the loads of its line. */
  enum Kind {
    /** Its predictions hold. */
    PREDICTED,
    /** The row of a lower load serves these too; its predictions are not theirs. */
    BORROWED,
    /** A request waits for another's exit first. */
    WAITS_FOR_EXIT
  }

  /** Whether a request waits for another's exit first. */
  boolean waits() {
    return kind == Kind.WAITS_FOR_EXIT;
  }

  /**
   * The lines of a table: one for each row, one for loads beyond the last that still use it, and
   * one for the loads that wait.
   */
  static List<TableLine> of(IntervalTable table) {
    int exit = table.waitForExitAbove();
    int first = 1;
    var lines = new ArrayList<TableLine>();
    for (IntervalTable.Row row : table.rows()) {
      boolean last = row.load() == table.rows().getLast().load();
      if (row.load() > exit) {
        lines.add(
            new TableLine(
                last ? ">= " + first : range(first, row.load()), row, Kind.WAITS_FOR_EXIT));
      } else {
        lines.add(new TableLine(range(first, row.load()), row, Kind.PREDICTED));
      }
      first = row.load() + 1;
    }
    IntervalTable.Row last = table.rows().getLast();
    if (last.load() < exit) {
      lines.add(new TableLine(range(first, exit), last, Kind.BORROWED));
    }
    if (last.load() <= exit) {
      lines.add(new TableLine(">= " + (exit + 1), last, Kind.WAITS_FOR_EXIT));
    }
    return lines;
  }

  private static String range(int first, int last) {
    return first == last ? "" + first : first + " to " + last;
  }
}
