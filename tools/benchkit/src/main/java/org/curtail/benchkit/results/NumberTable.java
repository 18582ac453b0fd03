package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;

/**
 * A table of measured numbers.
 *
 * @param title title of the table
 * @param note sentences on the meaning of the table; may be empty
 * @param rows meaning of a row
 * @param columns meaning of each number of a row, with its unit
 * @param lines one or more rows, with a number for each column
 */
public record NumberTable(
    String title, String note, String rows, List<String> columns, List<Line> lines) {
  /** One row. */
  public record Line(String name, List<Double> values) {
    public Line {
      values = List.copyOf(values);
    }
  }

  public NumberTable {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
    for (Line line : lines) {
      if (line.values().size() != columns.size()) {
        throw new IllegalArgumentException(
            "expected %d numbers in the row %s, found %d"
                .formatted(columns.size(), line.name(), line.values().size()));
      }
    }
  }

  /** Returns the numbers of a {@link Table}. */
  public static NumberTable of(String title, String note, Table<?> table) {
    List<String> names = table.names();
    List<List<Double>> numbers = table.numbers();
    var lines = new ArrayList<Line>();
    for (int i = 0; i < names.size(); i++) {
      lines.add(new Line(names.get(i), numbers.get(i)));
    }
    return new NumberTable(title, note, table.rowHeading(), table.headings(), lines);
  }

  /** Returns this table as a {@link Table} with cells for people. */
  public Table<Line> table() {
    Table<Line> shown = Table.of(lines).show(rows, Unit.NAME, Line::name);
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      shown.show(columns.get(i), Unit.MEASURED, line -> line.values().get(column));
    }
    return shown;
  }
}
