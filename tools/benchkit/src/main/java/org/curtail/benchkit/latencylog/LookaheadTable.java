package org.curtail.benchkit.latencylog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * A table that reads its first rows ahead to find its columns. A JSON line has only fields with
 * values, and few requests have a copy.
 */
final class LookaheadTable implements LogTable {
  /** Number of rows read ahead: enough to find copies of one request in a hundred. */
  static final int MOST_ROWS = 10_000;

  private static final long MOST_CHARACTERS = 16_000_000;

  /** Texts that mean a missing value. */
  private static final List<String> NOTHING = List.of("-", "null", "NULL", "NA", "n/a");

  /** A value and its location. */
  record Cell(String value, String where) {}

  private record Row(Map<String, List<String>> values, String where) {}

  private final LogTable table;
  private final Set<String> columns;
  private final Deque<Row> ahead = new ArrayDeque<>();
  private final Map<String, List<String>> examples = new HashMap<>();
  private final Map<String, String> exampleWhere = new HashMap<>();

  /** Error during reading ahead; thrown when the reader reaches its row. */
  private @Nullable UsageError problem;

  private boolean hasEnded;

  /** Current row; null before the first row. */
  private @Nullable Row current;

  /**
   * Reads the first rows of a table.
   *
   * @param table table before its first row
   */
  LookaheadTable(LogTable table) {
    this.table = table;
    columns = new LinkedHashSet<>(table.columns());
    try {
      long characters = 0;
      while (ahead.size() < MOST_ROWS && characters < MOST_CHARACTERS && !hasEnded) {
        if (table.next()) {
          characters += keep();
        } else {
          hasEnded = true;
        }
      }
    } catch (UsageError e) {
      problem = e;
    }
  }

  /** Keeps the current row of the table, and returns its length in characters. */
  private long keep() {
    columns.addAll(table.columns());
    var values = new HashMap<String, List<String>>();
    long characters = 0;
    for (String column : table.columns()) {
      List<String> found = known(table.values(column));
      if (!found.isEmpty()) {
        values.put(column, found);
        if (examples.putIfAbsent(column, found) == null) {
          exampleWhere.put(column, table.where());
        }
        characters += found.stream().mapToLong(String::length).sum();
      }
    }
    ahead.add(new Row(values, table.where()));
    return characters;
  }

  private static List<String> known(List<String> values) {
    return values.size() == 1 && NOTHING.contains(values.getFirst()) ? List.of() : values;
  }

  @Override
  public String form() {
    return table.form();
  }

  /** Returns the columns of all rows read ahead. */
  @Override
  public List<String> columns() {
    return List.copyOf(columns);
  }

  @Override
  public boolean next() {
    current = ahead.poll();
    if (current != null) {
      return true;
    }
    UsageError met = problem;
    if (met != null) {
      throw met;
    }
    return !hasEnded && table.next();
  }

  @Override
  public List<String> values(String column) {
    Row row = current;
    return row == null ? known(table.values(column)) : row.values().getOrDefault(column, List.of());
  }

  /**
   * Returns the values of a column in the first row with values; empty if no row read ahead has
   * any.
   */
  List<String> example(String column) {
    return examples.getOrDefault(column, List.of());
  }

  /** Returns file and line of the row of {@link #example}; "" if there is none. */
  String exampleWhere(String column) {
    return exampleWhere.getOrDefault(column, "");
  }

  /** Returns the values of a column in the current row and in later rows read ahead. */
  List<Cell> ahead(String column) {
    var rows = new ArrayList<Row>();
    if (current != null) {
      rows.add(current);
    }
    rows.addAll(ahead);
    return rows.stream()
        .flatMap(row ->
            row.values().getOrDefault(column, List.of()).stream()
                .map(value -> new Cell(value, row.where())))
        .toList();
  }

  /** Returns the distinct values of {@link #ahead}, in order. */
  Collection<String> distinct(String column) {
    var found = new LinkedHashSet<String>();
    ahead(column).forEach(cell -> found.add(cell.value()));
    return found;
  }

  @Override
  public String title(String column) {
    return table.title(column);
  }

  @Override
  public String where() {
    Row row = current;
    return row == null ? table.where() : row.where();
  }
}
