package org.curtail.measurement.latencylog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.terminal.Failure;
import org.curtail.measurement.terminal.Misuse;
import org.jspecify.annotations.Nullable;

/**
 * A file with the latencies of requests: CSV, TSV or JSON lines with named columns, a number a
 * line, or what HdrHistogram writes; plain, or gzip if its name ends in {@code .gz}. The content
 * tells which it is. Holds one line at a time.
 */
public final class LatencyLog {
  private static final int FEWEST = 2;

  private LatencyLog() {}

  /**
   * Reads all of it.
   *
   * @param attempts gets every request; what it throws ends the reading
   * @throws Misuse in one line that names file and line: if the file cannot be read, has fewer than
   *     two latencies, or one that is no time; if it is not clear which column has them or in which
   *     unit they are; if requests are not in the order of the column of sending
   */
  public static LogSummary read(Path file, LogColumns columns, LoggedAttempts attempts) {
    LogSummary summary;
    try (InputLines input = InputLines.open(file)) {
      summary = read(new LogLines(input), columns, attempts, file.toString());
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (summary.requests() < FEWEST) {
      throw new Misuse(
          "%s: expected at least two latencies, found %s%s"
              .formatted(
                  file,
                  summary.requests() == 0 ? "none" : "one",
                  summary.withoutTime() == 0
                      ? ""
                      : " and %,d lines without".formatted(summary.withoutTime())));
    }
    return summary;
  }

  private static LogSummary read(
      LogLines lines, LogColumns columns, LoggedAttempts attempts, String file) {
    String first = firstLine(lines);
    if (first.isEmpty()) {
      return new LogSummary("an empty file", null, null, LatencyUnit.MS, 0, 0, 0, true, null);
    }
    if (HistogramRows.begins(first) || PercentileRows.begins(first) || LogNumber.isNumber(first)) {
      requireNoColumns(columns, file);
      return HistogramRows.begins(first)
          ? HistogramRows.read(lines, columns, attempts, file)
          : PercentileRows.begins(first)
              ? PercentileRows.read(lines, columns, attempts, file)
              : NumberRows.read(lines, columns, attempts, file);
    }
    if (first.startsWith("[")) {
      throw new Misuse(
          lines.where()
              + ": expected an object a line, found a list; jq -c '.[]' makes lines of it");
    }
    LogTable table = first.startsWith("{") ? new JsonTable(lines) : new CsvTable(lines);
    if (table.columns().stream().anyMatch(LogNumber::isNumber)) {
      throw new Misuse(
          lines.where() + ": expected the names of the columns in the first line, found numbers");
    }
    return TableRows.read(table, columns, attempts, file);
  }

  /** The first line that has something and is no comment, stripped; "" if there is none. */
  private static String firstLine(LogLines lines) {
    while (lines.next()) {
      String line = lines.isBlank() ? "" : lines.text().strip();
      if (HistogramRows.begins(line) || (!line.isEmpty() && !line.startsWith("#"))) {
        return line;
      }
    }
    return "";
  }

  private static void requireNoColumns(LogColumns columns, String file) {
    for (var named :
        List.of(
            new Named("--first", columns.first()),
            new Named("--second", columns.second()),
            new Named("--time", columns.time()))) {
      if (named.column() != null) {
        throw new Misuse(
            "%s: %s: expected a file with named columns, found one without"
                .formatted(file, named.option()));
      }
    }
  }

  private record Named(String option, @Nullable String column) {}
}
