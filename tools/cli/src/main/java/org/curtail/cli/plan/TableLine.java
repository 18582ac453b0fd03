package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.curtail.IntervalTable;

/**
 * A line of a table for people, as in the Few-to-Many paper's Table 2.
 *
 * @param first load of the line
 * @param last load of the line; {@link #OPEN} if all beyond the first belong to it
 * @param row of the first load
 * @param lastRow of the last load, for its prediction
 * @param kind of the line
 */
record TableLine(int first, int last, IntervalTable.Row row, IntervalTable.Row lastRow, Kind kind) {
  /** Greater than any load. */
  static final int OPEN = Integer.MAX_VALUE;

  /** The meaning of a row for the loads of its line. */
  enum Kind {
    /** Its predictions hold. */
    PREDICTED,
    /** The row of a lower load serves this one too; its predictions do not apply. */
    BORROWED,
    /** A request first waits for another's exit. */
    WAITS_FOR_EXIT
  }

  TableLine(int first, int last, IntervalTable.Row row, Kind kind) {
    this(first, last, row, row, kind);
  }

  /** "7", "1 to 6" or ">= 25". */
  String loads() {
    return last == OPEN ? ">= " + first : first == last ? "" + first : first + " to " + last;
  }

  /** True if a request first waits for another's exit. */
  boolean waits() {
    return kind == Kind.WAITS_FOR_EXIT;
  }

  /**
   * The lines of a table: one for each row, one for loads beyond the last that still use it, and
   * one for loads with waits, if there are any.
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
   * @param look the cells of a line beside its loads
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
