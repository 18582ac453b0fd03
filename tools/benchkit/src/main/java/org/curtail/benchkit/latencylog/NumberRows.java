package org.curtail.benchkit.latencylog;

import java.util.List;

/** Reads a number a line. */
final class NumberRows {
  private NumberRows() {}

  /** Reads from the current line on; the unit must be said, or stand behind each number. */
  static LogSummary read(LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
    LatencyUnit unit = said.unit();
    if (unit == null && !LogNumber.hasUnit(lines.text().strip())) {
      throw ColumnChoice.unclear(file, "a file with a number a line");
    }
    long requests = 0;
    do {
      if (!lines.isBlank()) {
        attempts.add(LogNumber.millis(lines.text().strip(), unit, lines::where), Double.NaN, 1);
        requests++;
      }
    } while (lines.next());
    return LogSummary.withoutColumns("a number a line", unit, requests, true, List.of());
  }
}
