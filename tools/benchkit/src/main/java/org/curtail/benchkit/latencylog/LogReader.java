package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the format of a log and reads it, for {@link LatencyLog} and {@link TimedLog}. Keeps
 * the first ten thousand lines and the current line in memory.
 */
final class LogReader {
  /** Separator line of Excel, before the names of columns. */
  private static final Pattern SEPARATOR = Pattern.compile("(?i)sep=(.)");

  /** Columns of vegeta: moment, status, latency, bytes out and in, and a last comma. */
  private static final Pattern VEGETA = Pattern.compile("\\d{19},\\d{1,3},\\d+,\\d+,\\d+,.*");

  /** A list; does not match [GIN], the begin of lines of a framework for Go. */
  private static final Pattern LIST = Pattern.compile("\\[\\s*([{\\[\"\\d-].*|])?");

  private static final String VALUE_HEADING = "Value";

  /** Receiver of rows. */
  interface Sink {
    /**
     * Called once before the first row.
     *
     * @param choice meaning of columns; null if the log has no columns
     * @param isHistogram true if a row may represent several requests
     */
    default void begin(@Nullable ColumnChoice choice, boolean isHistogram) {}

    /**
     * Receives a row.
     *
     * @param firstMs latencies of original attempts, at least one
     * @param secondMs latencies of copies, one per original or none
     * @param weight number of represented requests
     * @param moments moments as text; may be empty
     * @param where file and line in messages
     */
    void row(
        double[] firstMs,
        double[] secondMs,
        double weight,
        List<String> moments,
        Supplier<String> where);

    /**
     * Marks the end of an interval: later rows follow all previous rows. The order within an
     * interval is unknown.
     */
    default void interval() {}
  }

  private static final double[] NONE = {};

  private final LogLines lines;
  private final LogColumns said;
  private final boolean withSecond;
  private final String file;
  private final Sink sink;
  private final BrokenLines broken = new BrokenLines();
  private final MessageLines messages = new MessageLines();
  private long requests;
  private long pairs;
  private long withoutTime;
  private boolean isWhole = true;

  private LogReader(LogLines lines, LogColumns said, boolean withSecond, String file, Sink sink) {
    this.lines = lines;
    this.said = said;
    this.withSecond = withSecond;
    this.file = file;
    this.sink = sink;
  }

  /**
   * Reads a whole log.
   *
   * @param lines lines before the first one
   * @param withSecond true if latencies of copies count
   * @throws UsageError if the file is no log, or if the columns of times are unknown
   */
  static LogSummary read(
      LogLines lines, LogColumns said, boolean withSecond, String file, Sink sink) {
    return new LogReader(lines, said, withSecond, file, sink).read();
  }

  /** Returns the first line with content, stripped; "" if there is none. */
  static String firstLine(LogLines lines) {
    while (lines.next()) {
      String line = lines.isBlank() ? "" : lines.text().strip();
      boolean isComment =
          line.startsWith("#") && !HistogramRows.begins(line) && !FieldsTable.isDirective(line);
      if (!line.isEmpty() && !isComment) {
        return line;
      }
    }
    return "";
  }

  private LogSummary read() {
    String first = firstLine(lines);
    if (first.isEmpty()) {
      return LogSummary.ofNothing("an empty file");
    }
    InputLines.requireLineFeeds(first, lines.where());
    if (MessageLines.isMessage(first)) {
      return table(open(messages.skip(lines, first, file)));
    }
    boolean isHistogram = HistogramRows.begins(first);
    if (isHistogram || beginsPercentiles(first) || isNumber(first)) {
      requireNoColumns();
      if (said.series() != null && !isHistogram) {
        throw ColumnChoice.noSeries(file, "a file without");
      }
      sink.begin(null, !isNumber(first));
      LoggedAttempts attempts = attempts();
      return isHistogram
          ? HistogramRows.read(lines, said, attempts, file)
          : beginsPercentiles(first)
              ? readPercentiles(lines, said, attempts, file)
              : readNumbers(lines, said, attempts, file);
    }
    return table(open(first));
  }

  private static boolean isNumber(String first) {
    return LogNumber.isNumber(first) || LogNumber.isTime(first, DecimalMark.POINT);
  }

  private LoggedAttempts attempts() {
    return new LoggedAttempts() {
      @Override
      public void add(double firstMillis, double secondMillis, double weight) {
        sink.row(new double[] {firstMillis}, NONE, weight, List.of(), lines::where);
      }

      @Override
      public void interval() {
        sink.interval();
      }
    };
  }

  private void requireNoColumns() {
    for (var named :
        List.of(
            new Named(ColumnChoice.DURATION, said.first()),
            new Named("--second", said.second()),
            new Named(said.isEnd() ? "--ended" : "--arrived", said.moment()))) {
      if (named.column() != null) {
        throw new UsageError(
            "%s: %s: expected a file with named columns, found one without"
                .formatted(file, named.option()));
      }
    }
  }

  private record Named(String option, @Nullable String column) {}

  /** Returns the table that begins with the current line. */
  private LogTable open(String first) {
    if (isBegunObject(first)) {
      throw new UsageError(
          lines.where()
              + ": expected an object a line, found one that goes on behind its line; jq -c . makes a line of it");
    }
    if (first.startsWith("{")) {
      return new JsonTable(lines, messages);
    }
    Optional<FieldsTable> fields = FieldsTable.of(first, lines, broken);
    if (fields.isPresent()) {
      return fields.get();
    }
    if (AccessLine.begins(first)) {
      return new AccessTable(lines, broken, messages);
    }
    if (LIST.matcher(first).matches()) {
      throw new UsageError(
          lines.where()
              + ": expected an object a line, found a list; jq -c '.[]' makes lines of it");
    }
    if (first.startsWith("<")) {
      throw new UsageError(
          lines.where()
              + ": expected CSV, JSON lines or an access log, found XML or HTML; JMeter writes CSV with jmeter.save.saveservice.output_format=csv");
    }
    if (VEGETA.matcher(first).matches()) {
      return new CsvTable(lines, KnownLayouts.VEGETA);
    }
    var separator = SEPARATOR.matcher(first);
    if (!separator.matches()) {
      requireNames();
      return new CsvTable(lines);
    }
    if (!lines.next()) {
      throw new UsageError(file + ": expected the names of the columns, found the end of the file");
    }
    requireNames();
    return new CsvTable(lines, separator.group(1).charAt(0));
  }

  /** True if the line begins an object that ends on a later line. */
  private static boolean isBegunObject(String line) {
    return line.startsWith("{")
        && (line.endsWith("{")
            || line.endsWith("[")
            || (line.endsWith(",") && !line.substring(0, line.length() - 1).strip().endsWith("}")));
  }

  private void requireNames() {
    if (Arrays.stream(lines.text().split("[\t,;]", -1))
        .map(String::strip)
        .anyMatch(LogNumber::isNumber)) {
      throw new UsageError(
          lines.where() + ": expected the names of the columns in the first line, found numbers");
    }
  }

  private LogSummary table(LogTable rows) {
    String header = rows instanceof CsvTable ? lines.where() : "";
    var table = new LookaheadTable(rows);
    if (!table.next()) {
      if (!broken.isEmpty()) {
        throw mostlyBroken();
      }
      return LogSummary.ofNothing("names of columns only");
    }
    Optional<LogLayout> layout =
        switch (rows) {
          case AccessTable access -> Optional.of(access.layout(said, table, file));
          case FieldsTable fields -> fields.layout(table);
          default -> KnownLayouts.of(table, header.isEmpty() ? table.where() : header);
        };
    ColumnChoice choice =
        ColumnChoice.of(
            said,
            new ColumnChoice.Source(
                table,
                layout.orElse(null),
                rows instanceof CsvTable csv && csv.hasOtherSeparator(),
                header,
                file),
            withSecond);
    sink.begin(choice, false);
    boolean isTolerant = rows instanceof AccessTable || rows instanceof FieldsTable;
    do {
      if (isTolerant) {
        tolerantRow(table, choice);
      } else {
        row(table, choice);
      }
    } while (table.next());
    if (isTolerant && broken.areAllWithoutDuration()) {
      throw rows instanceof AccessTable access
          ? access.noDuration(said.first(), file)
          : mostlyBroken();
    }
    if (broken.areMost()) {
      throw mostlyBroken();
    }
    return summary(table, choice, isTolerant);
  }

  private UsageError mostlyBroken() {
    return new UsageError("%s: expected an access log, found %s".formatted(file, broken.words()));
  }

  private LogSummary summary(LookaheadTable table, ColumnChoice choice, boolean isTolerant) {
    var notes = new ArrayList<String>();
    if (!broken.isEmpty()) {
      notes.add("left out: " + broken.words());
    }
    if (isTolerant && choice.unit() == LatencyUnit.S && isWhole) {
      notes.add(
          "durations are whole seconds, too coarse for most services; let Apache log %D in place of %T");
    }
    messages.note().ifPresent(notes::add);
    notes.addAll(choice.notes());
    String second = choice.second();
    String moment = choice.moment();
    String series = choice.series();
    return new LogSummary(
        table.form(),
        table.title(choice.first()) + (series == null ? "" : " of " + Abbreviated.of(series)),
        second == null ? null : table.title(second),
        choice.unit(),
        moment == null
            ? null
            : (choice.isEnd() ? "ends in " : "arrivals in ") + table.title(moment),
        choice.guess(),
        requests,
        pairs,
        withoutTime,
        true,
        notes);
  }

  private boolean isOfOtherSeries(LookaheadTable table, ColumnChoice choice) {
    String column = choice.seriesColumn();
    return column != null && !table.values(column).equals(List.of(String.valueOf(choice.series())));
  }

  /** Reads a row; an error in it is a {@link UsageError}. */
  private void row(LookaheadTable table, ColumnChoice choice) {
    if (isOfOtherSeries(table, choice)) {
      return;
    }
    List<String> firsts = table.values(choice.first());
    String second = choice.second();
    List<String> seconds = second == null ? List.of() : table.values(second);
    String moment = choice.moment();
    List<String> moments = moment == null ? List.of() : table.values(moment);
    if (firsts.isEmpty()) {
      // Lines of k6 that describe a metric have no value.
      if (choice.seriesColumn() == null) {
        withoutTime++;
        sink.row(NONE, NONE, 1, moments, table::where);
      }
      return;
    }
    if (!seconds.isEmpty() && seconds.size() != firsts.size()) {
      throw new UsageError(
          "%s: expected as many values as in %s, %d, found %d"
              .formatted(where(table, second), choice.first(), firsts.size(), seconds.size()));
    }
    double[] firstMs = new double[firsts.size()];
    double[] secondMs = new double[seconds.size()];
    for (int i = 0; i < firstMs.length; i++) {
      firstMs[i] =
          LogNumber.millis(
              firsts.get(i), choice.unit(), choice.mark(), () -> where(table, choice.first()));
    }
    for (int i = 0; i < secondMs.length; i++) {
      secondMs[i] =
          LogNumber.millis(
              seconds.get(i), choice.unit(), choice.mark(), () -> where(table, second));
    }
    requests += firstMs.length;
    pairs += secondMs.length;
    sink.row(firstMs, secondMs, 1, moments, table::where);
  }

  /** Reads a row of a server's log; invalid rows are left out. */
  private void tolerantRow(LookaheadTable table, ColumnChoice choice) {
    String moment = choice.moment();
    List<String> moments = moment == null ? List.of() : table.values(moment);
    if (moment != null && (moments.size() != 1 || !SendOrder.isMoment(moments.getFirst()))) {
      broken.add(BrokenLines.Kind.MOMENT, table.where());
      return;
    }
    List<String> firsts = table.values(choice.first());
    OptionalDouble millis =
        firsts.size() == 1
            ? LogNumber.millis(firsts.getFirst(), choice.unit(), choice.mark())
            : OptionalDouble.empty();
    if (millis.isEmpty()) {
      broken.add(BrokenLines.Kind.DURATION, table.where());
      return;
    }
    isWhole &= AccessForm.isWhole(firsts.getFirst());
    requests++;
    sink.row(new double[] {millis.getAsDouble()}, NONE, 1, moments, table::where);
  }

  private static String where(LookaheadTable table, @Nullable String column) {
    return table.where() + ": " + Abbreviated.of(String.valueOf(column));
  }

  /** Reads numbers from the current line. The user gives the unit, or each number has one. */
  private static LogSummary readNumbers(
      LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
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

  /**
   * True if the line is the heading of a percentile distribution.
   *
   * <p>HdrHistogram's {@code outputPercentileDistribution} and wrk2 print it ({@code .hgrm}):
   * value, percentile, number of requests up to this value. The requests between two lines count
   * with the greater value.
   */
  private static boolean beginsPercentiles(String line) {
    return List.of(line.replace("\"", "").strip().split("[\\s,]+", -1))
        .equals(List.of(VALUE_HEADING, "Percentile", "TotalCount", "1/(1-Percentile)"));
  }

  /** Reads the lines after the heading, the current line. The user must give the unit. */
  private static LogSummary readPercentiles(
      LogLines lines, LogColumns said, LoggedAttempts attempts, String file) {
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
      long count = fields.size() < 3 ? -1 : requestsUpTo(fields.get(2));
      if (count < before) {
        throw new UsageError(
            "%s: expected value, percentile and a number of requests of at least %d, found '%s'"
                .formatted(lines.where(), before, Abbreviated.of(line)));
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

  private static long requestsUpTo(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
