package org.curtail.benchkit.latencylog;

import java.util.List;
import org.curtail.benchkit.terminal.Excerpt;
import org.curtail.benchkit.terminal.Misuse;

/**
 * Reads a percentile distribution as {@code outputPercentileDistribution} of HdrHistogram and wrk2
 * print it ({@code .hgrm}): value, percentile, number of requests up to there. The requests between
 * two lines count at the greater value, since more is not known of them.
 */
final class PercentileRows {
  private static final String VALUE = "Value";

  private PercentileRows() {}

  /** Whether a line heads such a distribution. */
  static boolean begins(String line) {
    return List.of(line.replace("\"", "").strip().split("[\\s,]+", -1))
        .equals(List.of(VALUE, "Percentile", "TotalCount", "1/(1-Percentile)"));
  }

  /** Reads what stands behind the heading, which is the current line; the unit must be said. */
  static LogSummary read(LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
    LatencyUnit unit = said.unit();
    if (unit == null) {
      throw ColumnChoice.unclear(file, "an HdrHistogram distribution");
    }
    long before = 0;
    while (lines.next()) {
      String line = lines.text().strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      List<String> fields = List.of(line.split("[\\s,]+", -1));
      long count = fields.size() < 3 ? -1 : count(fields.get(2));
      if (count < before) {
        throw new Misuse(
            "%s: expected value, percentile and a number of requests of at least %d, found '%s'"
                .formatted(lines.where(), before, Excerpt.of(line)));
      }
      double millis = LogNumber.millis(fields.getFirst(), unit, lines::where);
      if (count > before) {
        attempts.add(millis, Double.NaN, (double) (count - before));
        before = count;
      }
    }
    return LogSummary.withoutColumns(
        "an HdrHistogram distribution",
        unit,
        before,
        false,
        List.of(
            "a distribution has only its percentiles: latencies between two lines count as the greater,"
                + " and nothing is known of their order"));
  }

  private static long count(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
