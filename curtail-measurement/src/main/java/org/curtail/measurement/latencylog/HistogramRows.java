package org.curtail.measurement.latencylog;

import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.curtail.measurement.terminal.Excerpt;
import org.curtail.measurement.terminal.Misuse;

/**
 * Reads interval histograms as {@code HistogramLogWriter} of HdrHistogram logs them: a line each,
 * with start, length, greatest value and the histogram in base 64. Of every value that a histogram
 * tells apart, its requests count as one with their number as weight.
 *
 * <p>Unlike the library's own reader, which ends at the first line that it cannot read, this one
 * says which line that is.
 */
final class HistogramRows {
  private static final int FIELDS = 4;

  private long requests;

  private HistogramRows() {}

  /** Whether a line begins such a log. */
  static boolean begins(String line) {
    return line.startsWith("#[Histogram log format")
        || line.startsWith("#[StartTime")
        || line.startsWith("#[BaseTime")
        || line.startsWith("#[Logged with")
        || line.startsWith("\"StartTimestamp\"");
  }

  /** Reads from the current line on; the unit must be said. */
  static LogSummary read(LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
    LatencyUnit unit = said.unit();
    if (unit == null) {
      throw ColumnChoice.unclear(file, "an HdrHistogram log");
    }
    var rows = new HistogramRows();
    do {
      String line = lines.text().strip();
      if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("\"StartTimestamp\"")) {
        rows.histogram(line, unit, attempts, lines.where());
      }
    } while (lines.next());
    return new LogSummary("an HdrHistogram log", null, null, unit, rows.requests, 0, 0, true, null);
  }

  private void histogram(String line, LatencyUnit unit, LoggedAttempts attempts, String where) {
    List<String> fields = List.of(line.replaceFirst("^Tag=[^,]*,", "").split(",", -1));
    if (fields.size() != FIELDS) {
      throw new Misuse(
          "%s: expected start, length, greatest value and a histogram in base 64, found '%s'"
              .formatted(where, Excerpt.of(line)));
    }
    String encoded = fields.getLast();
    attempts.interval();
    switch (decoded(encoded, where)) {
      case Histogram integers -> integers(integers, unit, attempts, where);
      case DoubleHistogram decimals -> decimals(decimals, unit, attempts, where);
      case EncodableHistogram other -> throw new AssertionError(other.getClass());
    }
  }

  /** A histogram of whole numbers, or else one of decimals. */
  private static EncodableHistogram decoded(String encoded, String where) {
    try {
      return Histogram.fromString(encoded);
    } catch (DataFormatException | RuntimeException notOfWholeNumbers) {
      try {
        return DoubleHistogram.fromString(encoded);
      } catch (DataFormatException | RuntimeException e) {
        throw new Misuse(
            "%s: expected a histogram in base 64, found '%s'".formatted(where, Excerpt.of(encoded)),
            e);
      }
    }
  }

  private void integers(
      Histogram histogram, LatencyUnit unit, LoggedAttempts attempts, String where) {
    for (var value : histogram.recordedValues()) {
      add(
          (double) histogram.medianEquivalentValue(value.getValueIteratedTo()),
          value.getCountAtValueIteratedTo(),
          unit,
          attempts,
          where);
    }
  }

  private void decimals(
      DoubleHistogram histogram, LatencyUnit unit, LoggedAttempts attempts, String where) {
    for (var value : histogram.recordedValues()) {
      add(
          histogram.medianEquivalentValue(value.getValueIteratedTo()),
          value.getCountAtValueIteratedTo(),
          unit,
          attempts,
          where);
    }
  }

  private void add(
      double value, long count, LatencyUnit unit, LoggedAttempts attempts, String where) {
    double millis = unit.millis(value);
    if (!(millis >= 0 && millis <= LogNumber.MOST_MILLIS)) {
      throw new Misuse(
          "%s: expected times from 0 to thirty years, found %s %s"
              .formatted(where, value, unit.words()));
    }
    attempts.add(millis, Double.NaN, (double) count);
    requests += count;
  }
}
