package org.curtail.measurement.latencylog;

/** Reads a number a line. */
final class NumberRows {
  private NumberRows() {}

  /** Reads from the current line on; the unit must be said. */
  static LogSummary read(LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
    LatencyUnit unit = said.unit();
    if (unit == null) {
      throw ColumnChoice.unclear(file, "a file with a number a line");
    }
    long requests = 0;
    do {
      if (!lines.isBlank()) {
        attempts.add(LogNumber.millis(lines.text().strip(), unit, lines::where), Double.NaN, 1);
        requests++;
      }
    } while (lines.next());
    return new LogSummary("a number a line", null, null, unit, requests, 0, 0, true, null);
  }
}
