package org.curtail.benchkit.latencylog;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * Reads interval histograms of HdrHistogram's {@code HistogramLogWriter}: lines with start, length,
 * greatest value and the histogram in base 64. Each distinct value counts as one request; its
 * weight is the number of requests.
 *
 * <p>The library's own reader ends silently at an unreadable line; this reader names the line.
 */
final class HistogramRows {
  private static final int FIELDS = 4;
  private static final int SHOWN = 20;

  /** A line with a histogram; in base 64, it begins with its magic number. */
  private static final Pattern LINE =
      Pattern.compile("(?:Tag=([^,]*),)?(-?[\\d.]+,-?[\\d.]+,-?[\\d.]+,D?HIST\\S*)");

  private static final Pattern TAG = Pattern.compile("Tag=([^,]*),");

  /**
   * Magic number of compressed histograms of whole numbers, before the length. In histograms of
   * decimals it follows the range.
   */
  private static final int COMPRESSED_COOKIE = 0x1c849304 & ~0xf0;

  private static final int COOKIE_OPTIONS = 0xf0;
  private static final int[] PLACES_OF_HEADERS = {0, 16};

  /** Greatest number of tags; a file with more has another format. */
  private static final int MOST_TAGS = 1_000;

  private final @Nullable String wanted;
  private final LatencyUnit unit;
  private final LoggedAttempts attempts;
  private final Map<String, Integer> intervals = new LinkedHashMap<>();
  private long requests;
  private String lastTag = "";
  private String otherWhere = "";

  private HistogramRows(@Nullable String wanted, LatencyUnit unit, LoggedAttempts attempts) {
    this.wanted = wanted;
    this.unit = unit;
    this.attempts = attempts;
  }

  /** True if a line begins such a log. */
  static boolean begins(String line) {
    return line.startsWith("#[Histogram log format")
        || line.startsWith("#[StartTime")
        || line.startsWith("#[BaseTime")
        || line.startsWith("#[Logged with")
        || line.startsWith("\"StartTimestamp\"")
        || LINE.matcher(line).matches();
  }

  /**
   * Reads the log from the current line. The user must give the unit, and a tag if there are
   * several: each tag is a population of its own, such as reads and writes.
   */
  static LogSummary read(LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
    LatencyUnit unit = said.unit();
    if (unit == null) {
      throw ColumnChoice.unclear(file, "an HdrHistogram log");
    }
    var rows = new HistogramRows(said.series(), unit, attempts);
    var notes = new ArrayList<String>();
    boolean isStarted = false;
    do {
      String line = lines.text().strip();
      if (line.startsWith("#[StartTime") && isStarted) {
        notes.add(
            "%s begins another log, whose intervals are read behind the others"
                .formatted("line " + lines.where().substring(file.length() + 1)));
      }
      if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("\"StartTimestamp\"")) {
        isStarted = true;
        rows.line(line, lines);
      }
    } while (lines.next());
    rows.requireOneTag(file);
    String tag = said.series() == null ? rows.lastTag : said.series();
    if (tag.endsWith("-st")) {
      notes.add(
          "tag %s is the service time by its name, without the wait before it; response times have -rt"
              .formatted(Abbreviated.of(tag)));
    }
    return LogSummary.withoutColumns(
        tag.isEmpty() ? "an HdrHistogram log" : "an HdrHistogram log, tag " + Abbreviated.of(tag),
        unit,
        rows.requests,
        true,
        notes);
  }

  private void line(String line, LogLines lines) {
    Matcher tagged = TAG.matcher(line);
    boolean hasTag = tagged.lookingAt();
    String tag = hasTag ? tagged.group(1) : "";
    if (intervals.merge(tag, 1, Integer::sum) == 1 && intervals.size() == 2) {
      otherWhere = lines.where();
    }
    if (intervals.size() > MOST_TAGS) {
      throw new UsageError(
          "%s: expected at most %,d different tags, found more"
              .formatted(lines.where(), MOST_TAGS));
    }
    lastTag = tag;
    if (wanted == null ? intervals.size() == 1 : tag.equals(wanted)) {
      histogram(hasTag ? line.substring(tagged.end()) : line, lines);
    }
  }

  private void requireOneTag(String file) {
    String tags =
        String.join(
            ", ",
            intervals.entrySet().stream()
                .limit(SHOWN)
                .map(tag ->
                    "%s (%,d intervals)"
                        .formatted(
                            tag.getKey().isEmpty() ? "none" : Abbreviated.of(tag.getKey()),
                            tag.getValue()))
                .toList());
    if (wanted != null && !intervals.containsKey(wanted)) {
      throw new UsageError(
          "%s: --tag: expected a tag of this log, found '%s'; there are %s%s"
              .formatted(
                  file,
                  Abbreviated.of(wanted),
                  tags.isEmpty() ? "none" : tags,
                  NearestName.hint(wanted, List.copyOf(intervals.keySet()))));
    }
    if (wanted == null && intervals.size() > 1) {
      throw new UsageError(
          "%s: expected intervals of one tag, found several, each a population of its own; name one with --tag, as in --tag %s: %s"
              .formatted(
                  otherWhere,
                  Abbreviated.of(
                      intervals.keySet().stream()
                          .filter(tag -> !tag.isEmpty())
                          .findFirst()
                          .orElseThrow()),
                  tags));
    }
  }

  private void histogram(String line, LogLines lines) {
    String where = lines.where();
    List<String> fields = List.of(line.split(",", -1));
    if (fields.size() != FIELDS) {
      throw refused(
          lines,
          line,
          "%s: expected start, length, greatest value and a histogram in base 64, found '%s'"
              .formatted(where, Abbreviated.of(line)),
          null);
    }
    String encoded = fields.getLast();
    EncodableHistogram decoded;
    try {
      decoded = decoded(encoded);
    } catch (DataFormatException | RuntimeException e) {
      throw refused(
          lines,
          line,
          "%s: expected a histogram in base 64, found '%s'"
              .formatted(where, Abbreviated.of(encoded)),
          e);
    }
    attempts.interval();
    switch (decoded) {
      case Histogram integers -> integers(integers, unit, attempts, where);
      case DoubleHistogram decimals -> decimals(decimals, unit, attempts, where);
      case EncodableHistogram other -> throw new AssertionError(other.getClass());
    }
  }

  /** Returns the error for a rejected line. An incomplete last line comes from a stopped writer. */
  private static UsageError refused(
      LogLines lines, String line, String message, @Nullable Exception cause) {
    String where = lines.where();
    boolean isEnd = !lines.next();
    String said =
        isEnd
            ? "%s: the log is torn: its last line breaks off after %,d characters, within a histogram; without that line it can be read: sed '$d' makes such a file"
                .formatted(where, line.length())
            : message;
    return cause == null ? new UsageError(said) : new UsageError(said, cause);
  }

  /** Decodes a histogram of whole numbers or of decimals. */
  private static EncodableHistogram decoded(String encoded) throws DataFormatException {
    requirePossible(encoded);
    try {
      return Histogram.fromString(encoded);
    } catch (DataFormatException | RuntimeException notOfWholeNumbers) {
      return DoubleHistogram.fromString(encoded);
    }
  }

  /** Rejects a wrong length, for which the library would allocate memory. */
  private static void requirePossible(String encoded) throws DataFormatException {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
    for (int at : PLACES_OF_HEADERS) {
      if (bytes.capacity() >= at + 2 * Integer.BYTES
          && (bytes.getInt(at) & ~COOKIE_OPTIONS) == COMPRESSED_COOKIE
          && bytes.getInt(at + Integer.BYTES) > bytes.capacity()) {
        throw new DataFormatException("more bytes are said to follow than do");
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
      throw new UsageError(
          "%s: expected times from 0 to thirty years, found %s %s"
              .formatted(where, value, unit.words()));
    }
    attempts.add(millis, Double.NaN, (double) count);
    requests += count;
  }
}
