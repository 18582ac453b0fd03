package org.curtail.benchkit.latencylog;

import java.util.List;

/** The rows of a log with named columns. Not thread-safe. */
public interface LogTable {
  /** Returns the kind of log as text. */
  String form();

  /** Returns the columns known so far, in order. */
  List<String> columns();

  /**
   * Reads the next row.
   *
   * @return false after the last row
   */
  boolean next();

  /**
   * Returns the values of the current row in a column, as text: usually one; none if the column is
   * empty or missing; several for a list.
   */
  List<String> values(String column);

  /** Returns the name of a column in sentences. */
  default String title(String column) {
    return column;
  }

  /** Returns file and line of the current row, for the beginning of a message. */
  String where();
}
