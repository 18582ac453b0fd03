package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;

/**
 * Comma- or tab-separated values with the names of columns in the first line (RFC 4180). A field in
 * double quotes may have separators and line breaks; two double quotes in it are one. Semicolons
 * are separators if the first line has semicolons and no comma.
 */
public final class CsvTable implements LogTable {
  private static final int MOST_COLUMNS = 10_000;

  private final LogLines lines;
  private final char separator;
  private final List<String> columns;
  private final Map<String, Integer> places = new HashMap<>();
  private List<String> row = List.of();
  private String where = "";
  private boolean isFirstPending;

  /** The current line, which is split into fields. */
  private String text = "";

  private int at;

  /**
   * Creates a table. The current line is its first line.
   *
   * @throws UsageError if a column has no name, or if two columns have the same name
   */
  public CsvTable(LogLines lines) {
    this(lines, separator(lines.text()));
  }

  /** Creates a table with a separator from a line before the table. */
  CsvTable(LogLines lines, char separator) {
    this.lines = lines;
    this.separator = separator;
    where = lines.where();
    columns = fields().stream().map(String::strip).toList();
    requireDifferent();
  }

  /** Creates a table without a line of names. The current line is its first row. */
  CsvTable(LogLines lines, List<String> columns) {
    this.lines = lines;
    this.separator = ',';
    this.columns = columns;
    isFirstPending = true;
    requireDifferent();
  }

  private static char separator(String header) {
    return header.indexOf('\t') >= 0
        ? '\t'
        : header.indexOf(',') < 0 && header.indexOf(';') >= 0 ? ';' : ',';
  }

  /** True if commas do not separate columns, so that they may be decimal marks. */
  boolean hasOtherSeparator() {
    return separator != ',';
  }

  private void requireDifferent() {
    for (int i = 0; i < columns.size(); i++) {
      if (!columns.get(i).isEmpty() && places.putIfAbsent(columns.get(i), i) != null) {
        throw new UsageError(
            "%s: expected different names of columns, found '%s' twice"
                .formatted(where, Abbreviated.of(columns.get(i))));
      }
    }
  }

  @Override
  public String form() {
    return separator == '\t' ? "TSV" : "CSV";
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    if (isFirstPending) {
      isFirstPending = false;
    } else {
      do {
        if (!lines.next()) {
          return false;
        }
      } while (lines.isBlank());
    }
    where = lines.where();
    row = fields();
    if (row.size() != columns.size()) {
      throw new UsageError(
          "%s: expected %d %s as in the first line, found %d"
              .formatted(
                  where, columns.size(), columns.size() == 1 ? "value" : "values", row.size()));
    }
    return true;
  }

  @Override
  public List<String> values(String column) {
    Integer place = places.get(column);
    if (place == null) {
      return List.of();
    }
    String value = row.get(place).strip();
    return value.isEmpty() ? List.of() : List.of(value);
  }

  @Override
  public String where() {
    return where;
  }

  /** Returns the fields of the current row; a quoted field may extend over several lines. */
  private List<String> fields() {
    var fields = new ArrayList<String>(Math.max(4, places.size()));
    text = lines.text();
    at = 0;
    while (true) {
      fields.add(at < text.length() && text.charAt(at) == '"' ? quotedField() : plainField());
      if (fields.size() > MOST_COLUMNS) {
        throw new UsageError(
            "%s: expected at most %,d columns, found more".formatted(where, MOST_COLUMNS));
      }
      if (at == text.length()) {
        return fields;
      }
      at++;
    }
  }

  private String plainField() {
    int end = text.indexOf(separator, at);
    String field = text.substring(at, end < 0 ? text.length() : end);
    at += field.length();
    return field;
  }

  private String quotedField() {
    var field = new StringBuilder();
    at++;
    while (true) {
      if (at == text.length()) {
        if (!lines.next()) {
          throw new UsageError(
              where + ": expected a closing double quote, found the end of the file");
        }
        field.append('\n');
        text = lines.text();
        at = 0;
      } else if (text.charAt(at) != '"') {
        field.append(text.charAt(at++));
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
        field.append('"');
        at += 2;
      } else {
        at++;
        break;
      }
      requireShort(field);
    }
    if (at < text.length() && text.charAt(at) != separator) {
      throw new UsageError(
          "%s: expected %s behind the closing double quote, found '%s'"
              .formatted(where, name(separator), text.charAt(at)));
    }
    return field.toString();
  }

  /** Rejects a field that is too long, such as one with an unclosed quote. */
  private void requireShort(StringBuilder field) {
    if (field.length() > LogLines.LONGEST) {
      throw new UsageError(
          "%s: expected a closing double quote within %,d characters, found none"
              .formatted(where, LogLines.LONGEST));
    }
  }

  private static String name(char separator) {
    return switch (separator) {
      case '\t' -> "a tab";
      case ';' -> "a semicolon";
      default -> "a comma";
    };
  }
}
