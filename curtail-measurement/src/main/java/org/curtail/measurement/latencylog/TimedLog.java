package org.curtail.measurement.latencylog;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.terminal.Excerpt;
import org.curtail.measurement.terminal.Failure;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * A log of how long requests took, and when: CSV, TSV or JSON lines with named columns, an access
 * log of Apache or nginx, or a number a line; plain, or gzip if its name ends in {@code .gz}. Lines
 * may stand in any order, as they do in access logs, which are written when requests end. A list of
 * durations in one field is the same request several times, and counts with its median.
 */
public final class TimedLog {
  private static final int MOST = 1_000_000;
  private static final String DURATION = "--duration";
  private static final double SECOND_MS = 1000;

  /** Of fewer moments it is chance if they are whole seconds. */
  private static final int FEWEST_WHOLE = 3;

  private final String file;
  private final TimedColumns columns;
  private final DoubleStream.Builder durationsMs = DoubleStream.builder();
  private final DoubleStream.Builder momentsMs = DoubleStream.builder();
  private final List<String> remarks = new ArrayList<>();
  private @Nullable Instant origin;
  private double originMs = Double.NaN;
  private double leastMs = Double.POSITIVE_INFINITY;
  private int requests;
  private int zeros;
  private int empty;
  private boolean repeated;
  private int momentsSeen;
  private boolean areWholeSeconds = true;

  private TimedLog(String file, TimedColumns columns) {
    this.file = file;
    this.columns = columns;
  }

  /**
   * Reads all of it.
   *
   * @throws Misuse in one line that names file, line and column: if the file cannot be read, has no
   *     duration above 0 or more than a million, or something that is no time; if it is not clear
   *     which column has them or in which unit they are
   */
  public static TimedRequests read(Path file, TimedColumns columns) {
    var log = new TimedLog(file.toString(), columns);
    try (InputLines input = InputLines.open(file)) {
      return log.read(new LogLines(input));
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  /**
   * Joins requests with moments that stand in a file of their own, in the same order: numbers, one
   * a line, in milliseconds unless the columns say otherwise, or a column of a table.
   *
   * @param requests in the order of their log
   * @throws Misuse as {@link #read} does, and if there are more or fewer moments than requests
   */
  public static TimedRequests join(TimedRequests requests, Path file, TimedColumns columns) {
    if (requests.hasArrivals()) {
      throw new Misuse(
          "%s: expected durations without moments, to join them with these, found %s"
              .formatted(file, requests.described()));
    }
    var log = new TimedLog(file.toString(), columns);
    try (InputLines input = InputLines.open(file)) {
      log.readMoments(new LogLines(input));
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + Failure.reason(e), e);
    }
    double[] moments = log.momentsMs.build().toArray();
    if (moments.length != requests.size()) {
      throw new Misuse(
          "%s: expected as many moments as there are durations, %s, found %s"
              .formatted(file, Numbers.count(requests.size()), Numbers.count(moments.length)));
    }
    double[] durations = requests.durationsMs();
    if (columns.isEnd()) {
      Arrays.setAll(moments, i -> moments[i] - durations[i]);
    }
    return TimedRequests.inOrder(
        durations,
        moments,
        log.resolutionMs(),
        requests.described() + (columns.isEnd() ? ", ends in " : ", arrivals in ") + file,
        requests.remarks());
  }

  private void readMoments(LogLines lines) {
    String first = firstLine(lines);
    if (LogNumber.isNumber(first)) {
      LatencyUnit said = columns.momentUnit();
      LatencyUnit unit = said == null ? LatencyUnit.MS : said;
      do {
        if (!lines.isBlank()) {
          String text = lines.text().strip();
          if (!LogNumber.isNumber(text)) {
            throw new Misuse(
                "%s: expected a moment in %s, found '%s'"
                    .formatted(lines.where(), unit.words(), Excerpt.of(text)));
          }
          momentsMs.add(since(unit.millis(Double.parseDouble(SentAt.number(text, lines::where)))));
        }
      } while (lines.next());
      return;
    }
    if (first.isEmpty()) {
      return;
    }
    var table = new AheadTable(first.startsWith("{") ? new JsonTable(lines) : new CsvTable(lines));
    String moment = columns.moment();
    if (moment == null) {
      throw new Misuse(
          "%s: expected a number a line, or the name of a column in --arrived or --ended"
              .formatted(file));
    }
    boolean any = table.next();
    ColumnChoice.require(momentOption(), moment, table.columns(), file);
    while (any) {
      Supplier<String> where = () -> table.where() + ": " + Excerpt.of(moment);
      List<String> values = table.values(moment);
      if (values.size() != 1) {
        throw new Misuse("%s: expected one moment, found %d".formatted(where.get(), values.size()));
      }
      momentsMs.add(moment(values.getFirst(), moment, where));
      any = table.next();
    }
  }

  private String momentOption() {
    return columns.isEnd() ? "--ended" : "--arrived";
  }

  /** The first line that has something and is no comment, stripped; "" if there is none. */
  private static String firstLine(LogLines lines) {
    while (lines.next()) {
      String line = lines.isBlank() ? "" : lines.text().strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        return line;
      }
    }
    return "";
  }

  private TimedRequests read(LogLines lines) {
    String first = firstLine(lines);
    String described;
    if (first.isEmpty()) {
      throw new Misuse(file + ": expected durations of requests, found an empty file");
    } else if (LogNumber.isNumber(first)) {
      described = numbers(lines);
    } else if (AccessLine.begins(first) && !first.startsWith("{")) {
      AccessLog access = AccessLog.read(lines, columns, file, this::add);
      remarks.addAll(access.remarks());
      described = access.described();
    } else if (first.startsWith("[")) {
      throw new Misuse(
          lines.where()
              + ": expected an object a line, found a list; jq -c '.[]' makes lines of it");
    } else {
      described = table(first.startsWith("{") ? new JsonTable(lines) : new CsvTable(lines));
    }
    return requests(described);
  }

  private String numbers(LogLines lines) {
    for (String named : Arrays.asList(columns.duration(), columns.moment())) {
      if (named != null) {
        throw new Misuse(
            "%s: expected a file with a column named '%s', found numbers without names of columns"
                .formatted(file, Excerpt.of(named)));
      }
    }
    LatencyUnit unit = columns.unit();
    if (unit == null) {
      throw ColumnChoice.unclear(file, "a file with a number a line");
    }
    do {
      if (!lines.isBlank()) {
        add(LogNumber.millis(lines.text().strip(), unit, lines::where), lines::where);
      }
    } while (lines.next());
    return "a number a line, " + unit.words();
  }

  private String table(LogTable rows) {
    var table = new AheadTable(rows);
    if (table.columns().stream().anyMatch(LogNumber::isNumber)) {
      throw new Misuse(
          file + ": expected the names of the columns in the first line, found numbers");
    }
    if (!table.next()) {
      throw new Misuse(file + ": expected durations of requests, found names of columns only");
    }
    String moment = columns.moment();
    if (moment != null) {
      ColumnChoice.require(momentOption(), moment, table.columns(), file);
    }
    ColumnChoice choice =
        ColumnChoice.ofDurations(
            DURATION,
            new LogColumns(columns.duration(), null, moment, columns.unit()),
            table,
            file);
    if (moment != null && choice.first().equals(moment)) {
      throw new Misuse(
          "%s: expected another column of moments than that of durations, found '%s' for both"
              .formatted(file, Excerpt.of(moment)));
    }
    do {
      row(table, choice, moment);
    } while (table.next());
    return "%s, durations in %s, %s%s"
        .formatted(
            table.form(),
            choice.first(),
            choice.unit().words(),
            moment == null ? "" : ", " + (columns.isEnd() ? "ends in " : "arrivals in ") + moment);
  }

  private void row(AheadTable table, ColumnChoice choice, @Nullable String moment) {
    Supplier<String> where = () -> table.where() + ": " + Excerpt.of(choice.first());
    List<String> values = table.values(choice.first());
    if (values.isEmpty()) {
      empty++;
      return;
    }
    double[] ascendingMs =
        values.stream()
            .mapToDouble(value -> LogNumber.millis(value, choice.unit(), where))
            .sorted()
            .toArray();
    int middle = ascendingMs.length / 2;
    double ms =
        ascendingMs.length % 2 == 1
            ? ascendingMs[middle]
            : (ascendingMs[middle - 1] + ascendingMs[middle]) / 2;
    repeated |= values.size() > 1;
    add(ms, where);
    if (moment != null) {
      Supplier<String> whereMoment = () -> table.where() + ": " + Excerpt.of(moment);
      List<String> moments = table.values(moment);
      if (moments.size() != 1 || values.size() != 1) {
        throw new Misuse(
            "%s: expected one moment and one duration, found %d and %d"
                .formatted(whereMoment.get(), moments.size(), values.size()));
      }
      double at = moment(moments.getFirst(), moment, whereMoment);
      momentsMs.add(columns.isEnd() ? at - ms : at);
    }
  }

  private void add(double ms, Supplier<String> where) {
    if (requests == MOST) {
      throw new Misuse(
          "%s: expected at most %,d requests, found more".formatted(where.get(), MOST));
    }
    requests++;
    durationsMs.add(ms);
    zeros += ms == 0 ? 1 : 0;
    leastMs = ms > 0 ? Math.min(leastMs, ms) : leastMs;
  }

  /** Milliseconds since the first moment of the log, which keeps what is small of great numbers. */
  private double moment(String text, String column, Supplier<String> where) {
    if (LogNumber.isNumber(text)) {
      LatencyUnit said = columns.momentUnit();
      LatencyUnit unit =
          said != null
              ? said
              : LatencyUnit.ofColumn(column)
                  .orElseThrow(() ->
                      new Misuse(
                          "%s: nothing says in which unit the moments of %s are; add --moment-unit ms, us, ns or s, as in --moment-unit s"
                              .formatted(file, Excerpt.of(column))));
      if (origin != null) {
        throw new Misuse(
            "%s: expected a date with a time as in the lines before, found '%s'"
                .formatted(where.get(), Excerpt.of(text)));
      }
      return since(unit.millis(Double.parseDouble(SentAt.number(text, where))));
    }
    if (!Double.isNaN(originMs)) {
      throw new Misuse(
          "%s: expected a number as in the lines before, found '%s'"
              .formatted(where.get(), Excerpt.of(text)));
    }
    return since(SentAt.date(text, where));
  }

  private void add(double ms, Instant moment, boolean isEnd, Supplier<String> where) {
    add(ms, where);
    double at = since(moment);
    momentsMs.add(isEnd ? at - ms : at);
  }

  private double since(Instant at) {
    momentsSeen++;
    areWholeSeconds &= at.getNano() == 0;
    Instant begin = origin == null ? at : origin;
    origin = begin;
    return (at.getEpochSecond() - begin.getEpochSecond()) * 1e3
        + (at.getNano() - begin.getNano()) / 1e6;
  }

  private double since(double atMs) {
    momentsSeen++;
    areWholeSeconds &= atMs % SECOND_MS == 0;
    originMs = Double.isNaN(originMs) ? atMs : originMs;
    return atMs - originMs;
  }

  private double resolutionMs() {
    return areWholeSeconds && momentsSeen >= FEWEST_WHOLE ? SECOND_MS : 0;
  }

  private TimedRequests requests(String described) {
    if (requests == zeros) {
      throw new Misuse(
          "%s: expected durations above 0, found %s"
              .formatted(file, requests == 0 ? "none" : "only 0"));
    }
    if (empty > 0) {
      remarks.add("%s without a duration left out".formatted(lines(empty)));
    }
    if (repeated) {
      remarks.add("a list of durations counts with its median");
    }
    double[] durations = durationsMs.build().toArray();
    if (zeros > 0) {
      remarks.add(
          "%s of %s durations are 0 and count as half of the shortest other, %s"
              .formatted(Numbers.count(zeros), Numbers.count(requests), Numbers.time(leastMs / 2)));
      Arrays.setAll(durations, i -> durations[i] == 0 ? leastMs / 2 : durations[i]);
    }
    double[] moments = momentsMs.build().toArray();
    String all = "%s requests, %s".formatted(Numbers.count(requests), described);
    return moments.length == 0
        ? new TimedRequests(durations, moments, 0, all, remarks)
        : TimedRequests.inOrder(durations, moments, resolutionMs(), all, remarks);
  }

  private static String lines(int count) {
    return count == 1 ? "1 line" : Numbers.count(count) + " lines";
  }
}
