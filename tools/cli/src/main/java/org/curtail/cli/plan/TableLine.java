package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.curtail.IntervalTable;

/**
 * A line of a table for people, as in the Few-to-Many paper's Table 2.
 *
 * @param first first load of the line
 * @param last last load of the line; {@link #OPEN} if all loads from the first on belong to it
 * @param row row of the first load
 * @param lastRow row of the last load, for its prediction
 * @param kind kind of the line
 */
record TableLine(int first, int last, IntervalTable.Row row, IntervalTable.Row lastRow, Kind kind) {
  /** Greater than any load. */
  static final int OPEN = Integer.MAX_VALUE;

  /** The meaning of a row for the loads of its line. */
  enum Kind {
    /** The predictions of the row are valid. */
    PREDICTED,
    /** The row of a lower load is also for this load, but its predictions are not valid. */
    BORROWED,
    /** A request first waits for the exit of another one. */
    WAITS_FOR_EXIT
  }

  TableLine(int first, int last, IntervalTable.Row row, Kind kind) {
    this(first, last, row, row, kind);
  }

  /** Returns the loads as text: "7", "1 to 6" or ">= 25". */
  String loads() {
    return last == OPEN ? ">= " + first : first == last ? "" + first : first + " to " + last;
  }

  /** True if a request first waits for the exit of another one. */
  boolean waits() {
    return kind == Kind.WAITS_FOR_EXIT;
  }

  /**
   * Returns the lines of a table. There is a line for each row, a line for loads beyond the last
   * row that still use it, and a line for loads with waits.
   */
  static List<TableLine> of(IntervalTable table) {
    int exit = table.waitForExitAbove();
    int first = 1;
    var lines = new ArrayList<TableLine>();
    for (IntervalTable.Row row : table.rows()) {
      boolean last = row.load() == table.rows().getLast().load();
      if (row.load() > exit) {
        lines.add(new TableLine(first, last ? OPEN : row.load(), row, Kind.WAITS_FOR_EXIT));
      } else {
        boolean open = last && !table.hasExit();
        lines.add(new TableLine(first, open ? OPEN : row.load(), row, Kind.PREDICTED));
      }
      first = row.load() + 1;
    }
    IntervalTable.Row last = table.rows().getLast();
    if (last.load() < exit && table.hasExit()) {
      lines.add(new TableLine(first, exit, last, Kind.BORROWED));
    }
    if (last.load() <= exit && table.hasExit()) {
      lines.add(new TableLine(exit + 1, OPEN, last, Kind.WAITS_FOR_EXIT));
    }
    return lines;
  }

  /**
   * Folds equal neighbours into one line for all their loads.
   *
   * @param look function that returns the cells of a line, without its loads
   */
  static List<TableLine> folded(List<TableLine> lines, Function<TableLine, ?> look) {
    var folded = new ArrayList<TableLine>();
    for (TableLine line : lines) {
      TableLine before = folded.isEmpty() ? null : folded.getLast();
      if (before != null && look.apply(before).equals(look.apply(line))) {
        folded.removeLast();
        folded.add(new TableLine(before.first, line.last, before.row, line.lastRow, before.kind));
      } else {
        folded.add(line);
      }
    }
    return folded;
  }
}
