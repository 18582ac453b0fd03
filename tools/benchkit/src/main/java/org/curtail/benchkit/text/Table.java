package org.curtail.benchkit.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table as one value: rows, and columns with values, a unit, a heading for people and a field for
 * programs. A terminal shows {@link #lines}, JSON has {@link #records}, a page shows {@link
 * #numbers}. Not thread-safe while columns are added.
 *
 * @param <R> type of rows
 */
public final class Table<R> {
  private static final String ABSENT = "-";

  private static final String ABSENT_ON_PAGE = "–";

  private final List<R> rows;
  private final List<Column<R>> columns = new ArrayList<>();
  private Function<R, Object> group = row -> rows();

  /**
   * A cell on a page.
   *
   * @param unit unit of its column
   */
  public record Cell(String text, Unit unit) {}

  /**
   * A row on a page.
   *
   * @param begins true for the first row of a group
   */
  public record Row(boolean begins, List<Cell> cells) {}

  /** The readers of a column beside programs. */
  private enum For {
    NOBODY,
    PEOPLE,
    TERMINALS,
    PAGES
  }

  /**
   * A column.
   *
   * @param field field for programs, with a dot before the field of a nested object; null without a
   *     field
   * @param absent text instead of a null value
   */
  private record Column<R>(
      For readers,
      String heading,
      @Nullable String field,
      Unit unit,
      Function<R, ? extends @Nullable Object> value,
      String absent) {
    String text(R row) {
      Object shown = value.apply(row);
      return shown == null ? absent : unit.text(shown);
    }

    Cell cell(R row) {
      String text = text(row);
      return new Cell(text.equals(ABSENT) ? ABSENT_ON_PAGE : text, unit);
    }
  }

  private Table(List<R> rows) {
    this.rows = List.copyOf(rows);
  }

  /** Returns a table without columns. */
  public static <R> Table<R> of(List<R> rows) {
    return new Table<>(rows);
  }

  /** Returns a table with a row for each index from 0 to {@code count - 1}. */
  public static Table<Integer> ofIndices(int count) {
    return of(IntStream.range(0, count).boxed().toList());
  }

  /** Adds a column for people and programs. */
  public Table<R> add(
      String heading, String field, Unit unit, Function<R, ? extends @Nullable Object> value) {
    return add(For.PEOPLE, heading, field, unit, value);
  }

  /** Adds a column for people only. Pages leave out text columns after the first one. */
  public Table<R> show(String heading, Unit unit, Function<R, ? extends @Nullable Object> value) {
    return add(For.PEOPLE, heading, null, unit, value);
  }

  /** Adds a column for terminals only. */
  public Table<R> line(String heading, Unit unit, Function<R, ? extends @Nullable Object> value) {
    return add(For.TERMINALS, heading, null, unit, value);
  }

  /** Adds a column for pages only, which have more space. */
  public Table<R> page(String heading, Unit unit, Function<R, ? extends @Nullable Object> value) {
    return add(For.PAGES, heading, null, unit, value);
  }

  /** Adds a field for programs only. */
  public Table<R> field(String field, Function<R, ? extends @Nullable Object> value) {
    return add(For.NOBODY, "", field, Unit.WORDS, value);
  }

  private Table<R> add(
      For readers,
      String heading,
      @Nullable String field,
      Unit unit,
      Function<R, ? extends @Nullable Object> value) {
    columns.add(new Column<>(readers, heading, field, unit, value, ABSENT));
    return this;
  }

  /** Sets the text for absent values of the last added column. */
  public Table<R> absent(String text) {
    Column<R> last = columns.removeLast();
    columns.add(new Column<>(last.readers, last.heading, last.field, last.unit, last.value, text));
    return this;
  }

  /** Sets the value that rows of a group share. Pages separate groups. */
  public Table<R> grouped(Function<R, Object> value) {
    group = value;
    return this;
  }

  private List<R> rows() {
    return rows;
  }

  /** Returns the table with the rows that match a rule. */
  public Table<R> only(Predicate<R> rule) {
    return with(rows.stream().filter(rule).toList());
  }

  /** Returns the table with at most this number of rows. */
  public Table<R> first(int most) {
    return with(rows.stream().limit(most).toList());
  }

  private Table<R> with(List<R> fewer) {
    var table = new Table<>(fewer);
    table.columns.addAll(columns);
    table.group = group;
    return table;
  }

  /** Returns headings and cells as aligned lines, for a terminal. */
  public List<String> lines() {
    List<Column<R>> shown =
        columns.stream()
            .filter(column -> column.readers == For.PEOPLE || column.readers == For.TERMINALS)
            .toList();
    var lines = new ArrayList<List<String>>();
    lines.add(shown.stream().map(Column::heading).toList());
    rows.forEach(row -> lines.add(shown.stream().map(column -> column.text(row)).toList()));
    for (int i = 0; i < shown.size(); i++) {
      if (shown.get(i).unit == Unit.NAME) {
        padLeft(lines, i);
      }
    }
    return Columns.aligned(lines);
  }

  /** Aligns the cells of a column at the left. */
  private static void padLeft(List<List<String>> lines, int column) {
    int width = lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
    lines.replaceAll(line -> {
      var padded = new ArrayList<>(line);
      padded.set(column, line.get(column) + " ".repeat(width - line.get(column).length()));
      return padded;
    });
  }

  /** Returns an object for each row, for JSON. */
  public List<Map<String, @Nullable Object>> records() {
    return rows.stream().map(this::record).toList();
  }

  private Map<String, @Nullable Object> record(R row) {
    var record = new LinkedHashMap<String, @Nullable Object>();
    for (Column<R> column : columns) {
      if (column.field != null) {
        Output.put(record, column.field, column.value.apply(row));
      }
    }
    return record;
  }

  /** Returns the headings on a page with the units of columns. */
  public List<Cell> columns() {
    return onPage().stream().map(column -> new Cell(column.heading, column.unit)).toList();
  }

  /** Returns the rows on a page, with cells for people. */
  public List<Row> cells() {
    var all = new ArrayList<Row>();
    Object before = null;
    for (R row : rows) {
      Object current = group.apply(row);
      all.add(
          new Row(
              !current.equals(before), onPage().stream().map(column -> column.cell(row)).toList()));
      before = current;
    }
    return all;
  }

  /** Returns the heading of the first column, which names the rows on a page. */
  public String rowHeading() {
    return onPage().getFirst().heading;
  }

  /** Returns the headings of numbers on a page, with units. */
  public List<String> headings() {
    return numeric().map(column -> column.unit.headed(column.heading)).toList();
  }

  /** Returns the names of the rows. */
  public List<String> names() {
    Column<R> first = onPage().getFirst();
    return rows.stream().map(first::text).toList();
  }

  /** Returns the numbers on a page, row by row; 0 for an absent number. */
  public List<List<Double>> numbers() {
    return rows.stream()
        .map(row -> numeric().map(column -> column.unit.bare(column.value.apply(row))).toList())
        .toList();
  }

  private Stream<Column<R>> numeric() {
    return onPage().stream().skip(1).filter(column -> column.unit.isNumeric());
  }

  private List<Column<R>> onPage() {
    return columns.stream()
        .filter(column -> column.readers == For.PEOPLE || column.readers == For.PAGES)
        .toList();
  }
}
