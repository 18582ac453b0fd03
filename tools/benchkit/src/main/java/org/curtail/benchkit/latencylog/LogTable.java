package org.curtail.benchkit.latencylog;

import java.util.List;

/** The rows of a log that has named columns. Not thread-safe. */
public interface LogTable {
  /** Kind of log, in words. */
  String form();

  /** The columns known so far, in their order. */
  List<String> columns();

  /**
   * Goes to the next row.
   *
   * @return false after the last
   */
  boolean next();

  /**
   * Values of the current row in a column, as text: one in most logs, none if it is empty or
   * missing, several if it holds a list.
   */
  List<String> values(String column);

  /** Name of a column in sentences. */
  default String title(String column) {
    return column;
  }

  /** File and line of the current row, for the beginning of a message. */
  String where();
}
