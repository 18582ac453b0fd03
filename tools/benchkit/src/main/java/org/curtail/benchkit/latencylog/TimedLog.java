package org.curtail.benchkit.latencylog;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * A log of the durations of requests with their moments, in any format of {@link LogReader}, plain
 * or as gzip ({@code .gz}). Lines may have any order; those of access logs are in the order of
 * ends. A list of durations in a field belongs to the same request, and counts with its median. A
 * histogram has durations with weights, and no moments.
 */
public final class TimedLog {
  private static final int MOST = 1_000_000;
  private static final double SECOND_MS = 1000;

  /** Least number of moments in whole seconds that is not by chance. */
  private static final int FEWEST_WHOLE = 3;

  private final String file;
  private final LogColumns columns;
  private final DoubleStream.Builder durationsMs = DoubleStream.builder();
  private final DoubleStream.Builder momentsMs = DoubleStream.builder();

  /** Number of requests by duration, for a histogram. */
  private final Map<Double, Double> weights = new LinkedHashMap<>();

  private @Nullable ColumnChoice choice;
  private boolean isWeighted;
  private @Nullable Instant origin;
  private double originMs = Double.NaN;
  private int requests;
  private int zeros;
  private int empty;
  private boolean repeated;
  private int momentsSeen;
  private boolean areWholeSeconds = true;

  private TimedLog(String file, LogColumns columns) {
    this.file = file;
    this.columns = columns;
  }

  /**
   * Reads the whole log.
   *
   * @throws UsageError if the file cannot be read, has no duration above 0, more than a million
   *     durations or an invalid one, or if the column or unit of durations is ambiguous; the
   *     message names file, line and column in one line
   */
  public static TimedRequests read(Path file, LogColumns columns) {
    var log = new TimedLog(file.toString(), columns);
    try (InputLines input = InputLines.open(file)) {
      return log.requests(
          LogReader.read(
              new LogLines(input), columns, false, file.toString(), log.new Collecting()));
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  /**
   * Joins requests with moments from another file, in the same order: a number per line, or a
   * column of a table. Numbers are in milliseconds by default.
   *
   * @param requests requests in the order of their log
   * @throws UsageError as {@link #read} does, and if the numbers of moments and requests differ
   */
  public static TimedRequests join(TimedRequests requests, Path file, LogColumns columns) {
    if (requests.hasArrivals()) {
      throw new UsageError(
          "%s: expected durations without moments, to join them with these, found %s"
              .formatted(file, requests.described()));
    }
    if (Arrays.stream(requests.weights()).anyMatch(weight -> weight != 1)) {
      throw new UsageError(
          "%s: expected durations of single requests, to join them with these moments, found %s"
              .formatted(file, requests.described()));
    }
    var log = new TimedLog(file.toString(), columns);
    try (InputLines input = InputLines.open(file)) {
      log.readMoments(new LogLines(input));
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
    double[] moments = log.momentsMs.build().toArray();
    if (moments.length != requests.size()) {
      throw new UsageError(
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
    String first = LogReader.firstLine(lines);
    if (LogNumber.isNumber(first)) {
      LatencyUnit said = columns.momentUnit();
      LatencyUnit unit = said == null ? LatencyUnit.MS : said;
      do {
        if (!lines.isBlank()) {
          String text = lines.text().strip();
          if (!LogNumber.isNumber(text)) {
            throw new UsageError(
                "%s: expected a moment in %s, found '%s'"
                    .formatted(lines.where(), unit.words(), Abbreviated.of(text)));
          }
          momentsMs.add(
              since(unit.millis(Double.parseDouble(SendOrder.number(text, lines::where)))));
        }
      } while (lines.next());
      return;
    }
    if (first.isEmpty()) {
      return;
    }
    var table =
        new LookaheadTable(
            first.startsWith("{") ? new JsonTable(lines, new MessageLines()) : new CsvTable(lines));
    String moment = columns.moment();
    if (moment == null) {
      throw new UsageError(
          "%s: expected a number a line, or the name of a column in --arrived or --ended"
              .formatted(file));
    }
    boolean any = table.next();
    ColumnChoice.require(momentOption(), moment, table.columns(), file);
    while (any) {
      Supplier<String> where = () -> table.where() + ": " + Abbreviated.of(moment);
      List<String> values = table.values(moment);
      if (values.size() != 1) {
        throw new UsageError(
            "%s: expected one moment, found %d".formatted(where.get(), values.size()));
      }
      momentsMs.add(moment(values.getFirst(), moment, columns.momentUnit(), where));
      any = table.next();
    }
  }

  private String momentOption() {
    return columns.isEnd() ? "--ended" : "--arrived";
  }

  /** Collector of the rows of the log. */
  private final class Collecting implements LogReader.Sink {
    @Override
    public void begin(@Nullable ColumnChoice columnChoice, boolean isHistogram) {
      choice = columnChoice;
      isWeighted = isHistogram;
    }

    @Override
    public void row(
        double[] firstMs,
        double[] secondMs,
        double weight,
        List<String> moments,
        Supplier<String> where) {
      ColumnChoice known = choice;
      if (firstMs.length == 0) {
        empty++;
      } else if (isWeighted) {
        addWeighted(firstMs[0], weight, where);
      } else if (known == null) {
        add(firstMs[0], where);
      } else {
        add(firstMs, known, moments, where);
      }
    }
  }

  private void add(double[] ms, ColumnChoice known, List<String> moments, Supplier<String> where) {
    double[] ascendingMs = ms.clone();
    Arrays.sort(ascendingMs);
    int middle = ascendingMs.length / 2;
    double median =
        ascendingMs.length % 2 == 1
            ? ascendingMs[middle]
            : (ascendingMs[middle - 1] + ascendingMs[middle]) / 2;
    repeated |= ms.length > 1;
    add(median, where);
    String moment = known.moment();
    if (moment != null) {
      Supplier<String> whereMoment = () -> where.get() + ": " + Abbreviated.of(moment);
      if (moments.size() != 1 || ms.length != 1) {
        throw new UsageError(
            "%s: expected one moment and one duration, found %d and %d"
                .formatted(whereMoment.get(), moments.size(), ms.length));
      }
      double at = moment(moments.getFirst(), moment, known.momentUnit(), whereMoment);
      momentsMs.add(known.isEnd() ? at - median : at);
    }
  }

  private void addWeighted(double ms, double weight, Supplier<String> where) {
    weights.merge(ms, weight, Double::sum);
    if (weights.size() > MOST) {
      throw tooMany(where);
    }
  }

  private static UsageError tooMany(Supplier<String> where) {
    return new UsageError(
        "%s: expected at most %,d requests, found more".formatted(where.get(), MOST));
  }

  private void add(double ms, Supplier<String> where) {
    if (requests == MOST) {
      throw tooMany(where);
    }
    requests++;
    durationsMs.add(ms);
    zeros += ms == 0 ? 1 : 0;
  }

  /**
   * Returns the milliseconds since the first moment of the log, with the small digits of large
   * numbers.
   */
  private double moment(
      String text, String column, @Nullable LatencyUnit said, Supplier<String> where) {
    if (LogNumber.isNumber(text)) {
      LatencyUnit unit =
          said != null
              ? said
              : LatencyUnit.ofColumn(column)
                  .orElseThrow(() ->
                      new UsageError(
                          "%s: nothing says in which unit the moments of %s are; add --moment-unit ms, us, ns or s, as in --moment-unit s"
                              .formatted(file, Abbreviated.of(column))));
      if (origin != null) {
        throw new UsageError(
            "%s: expected a date with a time as in the lines before, found '%s'"
                .formatted(where.get(), Abbreviated.of(text)));
      }
      return since(unit.millis(Double.parseDouble(SendOrder.number(text, where))));
    }
    if (!Double.isNaN(originMs)) {
      throw new UsageError(
          "%s: expected a number as in the lines before, found '%s'"
              .formatted(where.get(), Abbreviated.of(text)));
    }
    return since(SendOrder.date(text, where));
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

  private TimedRequests requests(LogSummary summary) {
    if (summary.requests() == 0) {
      throw new UsageError(
          "%s: expected durations of requests, found %s"
              .formatted(
                  file,
                  empty > 0
                      ? "none in " + lines(empty)
                      : isWeighted
                          ? summary.form() + " without any"
                          : choice == null ? summary.form() : "none in " + choice.first()));
    }
    var remarks = new ArrayList<String>();
    if (empty > 0) {
      remarks.add("%s without a duration left out".formatted(lines(empty)));
    }
    remarks.addAll(summary.notes());
    if (repeated) {
      remarks.add("a list of durations counts with its median");
    }
    double[] moments = momentsMs.build().toArray();
    String described =
        "%s requests, %s"
            .formatted(
                Numbers.count(isWeighted ? summary.requests() : requests),
                summary.described("durations", momentWords(summary, moments.length > 0)));
    if (isWeighted) {
      double[] times = weights.keySet().stream().mapToDouble(ms -> ms).toArray();
      double[] counts = weights.values().stream().mapToDouble(count -> count).toArray();
      return TimedRequests.weighted(
          withoutZeros(times, weights.getOrDefault(0.0, 0.0), summary.requests(), remarks),
          counts,
          described,
          remarks);
    }
    double[] durations = withoutZeros(durationsMs.build().toArray(), zeros, requests, remarks);
    return moments.length == 0
        ? new TimedRequests(durations, moments, 0, described, remarks)
        : TimedRequests.inOrder(durations, moments, resolutionMs(), described, remarks);
  }

  private static String momentWords(LogSummary summary, boolean any) {
    String words = summary.moment();
    return any && words != null ? words : "";
  }

  private double[] withoutZeros(double[] times, double ofZero, long ofAll, List<String> remarks) {
    double least = Arrays.stream(times).filter(ms -> ms > 0).min().orElse(0);
    if (least == 0) {
      throw new UsageError(file + ": expected durations above 0, found only 0");
    }
    if (ofZero > 0) {
      remarks.add(
          "%s of %s durations are 0 and count as half of the shortest other, %s"
              .formatted(
                  Numbers.count((long) ofZero), Numbers.count(ofAll), Numbers.time(least / 2)));
    }
    return Arrays.stream(times).map(ms -> ms == 0 ? least / 2 : ms).toArray();
  }

  private static String lines(int count) {
    return count == 1 ? "1 line" : Numbers.count(count) + " lines";
  }
}
