package org.curtail.benchkit.latencylog;

import java.util.List;
import java.util.Map;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.files.JsonLine;
import org.curtail.benchkit.terminal.UsageError;

/** JSON lines: each line is an object, and its fields are the columns. */
final class JsonTable implements LogTable {
  private final LogLines lines;
  private final MessageLines messages;
  private Map<String, List<String>> row;

  /** True until the first object has been read as a row. */
  private boolean firstPending = true;

  /** Creates a table. The current line is its first object. */
  JsonTable(LogLines lines, MessageLines messages) {
    this.lines = lines;
    this.messages = messages;
    row = read();
  }

  @Override
  public String form() {
    return "JSON lines";
  }

  /** Returns the columns of the current line. */
  @Override
  public List<String> columns() {
    return List.copyOf(row.keySet());
  }

  @Override
  public boolean next() {
    if (firstPending) {
      firstPending = false;
      return true;
    }
    do {
      if (!lines.next()) {
        return false;
      }
    } while (lines.isBlank() || isMessage());
    row = read();
    return true;
  }

  @Override
  public List<String> values(String column) {
    return row.getOrDefault(column, List.of());
  }

  @Override
  public String where() {
    return lines.where();
  }

  private boolean isMessage() {
    InputLines at = lines.bytes();
    return at.length() > 0 && at.bytes()[0] != '{' && messages.passOver(lines, lines.text());
  }

  private Map<String, List<String>> read() {
    try {
      return JsonLine.readValues(lines.bytes());
    } catch (JsonLine.Broken e) {
      throw new UsageError(lines.where() + ": " + e.getMessage(), e);
    }
  }
}
