package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of log, read with the fewest needed options. */
class LatencyLogTest {
  @TempDir private Path folder;

  private record Attempt(double firstMs, double secondMs, double weight) {}

  /**
   * Result of a reading.
   *
   * @param intervals number of attempts at the begin of each interval
   */
  private record Read(LogSummary summary, List<Attempt> attempts, List<Integer> intervals) {
    List<Double> firsts() {
      return attempts.stream().map(Attempt::firstMs).toList();
    }

    List<Double> seconds() {
      return attempts.stream().map(Attempt::secondMs).toList();
    }
  }

  private static Read read(Path file, LogColumns columns) {
    var attempts = new ArrayList<Attempt>();
    var intervals = new ArrayList<Integer>();
    LogSummary summary =
        LatencyLog.read(
            file,
            columns,
            new LoggedAttempts() {
              @Override
              public void add(double firstMillis, double secondMillis, double weight) {
                attempts.add(new Attempt(firstMillis, secondMillis, weight));
              }

              @Override
              public void interval() {
                intervals.add(attempts.size());
              }
            });
    return new Read(summary, attempts, intervals);
  }

  private Path log(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static LogColumns columns(
      @Nullable String first, @Nullable String second, @Nullable LatencyUnit unit) {
    return LogColumns.ofAttempts(first, second, null, unit);
  }

  @Test
  void theOnlyColumnWithNumbersNeedsNoOptionIfItsNameHasTheUnit() throws IOException {
    Read read = read(log("a.csv", "path,took_us\n/a,1500\n/b,250.5\n"), LogColumns.UNSAID);
    assertThat(read.firsts()).containsExactly(1.5, 0.2505);
    assertThat(read.seconds()).containsOnly(Double.NaN);
    assertThat(read.summary().line())
        .isEqualTo("2 requests, CSV, latency in took_us, microseconds (guessed from line 1)");
  }

  @ParameterizedTest
  @CsvSource({
    "latency_ms,5",
    "latencyMs,5",
    "Duration (us),0.005",
    "response-time-ns,0.000005",
    "elapsedSeconds,5000",
    "exec_time_seconds,5000",
    "request.duration.millis,5"
  })
  void namesOfLatenciesGoBeforeOtherNumbers(String name, double expectedMs) throws IOException {
    Read read =
        read(log("a.csv", "status," + name + ",bytes\n200,5,77\n500,5,78\n"), LogColumns.UNSAID);
    assertThat(read.firsts()).allSatisfy(ms -> assertThat(ms).isCloseTo(expectedMs, within(1e-12)));
  }

  @Test
  void anEmptyFieldIsARequestWithoutATimeAndIsCounted() throws IOException {
    Read read = read(log("a.tsv", "name\tlatency_s\na\t1\nb\t\nc\t-\nd\t2\n"), LogColumns.UNSAID);
    assertThat(read.firsts()).containsExactly(1000.0, 2000.0);
    assertThat(read.summary().remarks())
        .containsExactly("2 lines have no latency in column latency_s and are left out");
    assertThat(read.summary().form()).isEqualTo("TSV");
  }

  @Test
  void secondAttemptsStandBesideTheFirstAndMayBeMissing() throws IOException {
    String text = "first_ms,second_ms\n10,20\n30,\n40,5\n";
    Read unsaid = read(log("a.csv", text), LogColumns.UNSAID);
    assertThat(unsaid.attempts())
        .containsExactly(
            new Attempt(10, 20, 1), new Attempt(30, Double.NaN, 1), new Attempt(40, 5, 1));
    assertThat(unsaid.summary().pairs()).isEqualTo(2);
    Read said = read(log("b.csv", "a,b\n10,20\n30,\n40,5\n"), columns("a", "b", LatencyUnit.MS));
    assertThat(said.attempts()).isEqualTo(unsaid.attempts());
  }

  @Test
  void jsonLinesMayHoldListsOfTimesAndFieldsOfAnyKind() throws IOException {
    Read read =
        read(
            log(
                "a.jsonl",
                """
                {"query": "the", "tags": ["term"], "hits": 1, "durations_us": [666, 693]}
                {"query": "of", "tags": [], "hits": null, "durations_us": [83], "more": {"a": 1}}

                {"query": "no time"}
                """),
            LogColumns.UNSAID);
    assertThat(read.firsts()).containsExactly(0.666, 0.693, 0.083);
    assertThat(read.summary().withoutTime()).isEqualTo(1);
  }

  @Test
  void linesOfJsonHaveAFieldOnlyWhereItHasAValue() throws IOException {
    var text = new StringBuilder("{\"id\": 1, \"first_ms\": null}\n");
    for (int i = 0; i < 500; i++) {
      text.append("{\"id\": 2, \"first_ms\": 30}\n");
    }
    text.append("{\"id\": 3, \"first_ms\": 40, \"second_ms\": 5}\n");
    for (LogColumns columns :
        List.of(LogColumns.UNSAID, columns("first_ms", "second_ms", LatencyUnit.MS))) {
      Read read = read(log("a.jsonl", text.toString()), columns);
      assertThat(read.attempts()).hasSize(501).endsWith(new Attempt(40, 5, 1));
      assertThat(read.summary().pairs()).isEqualTo(1);
      assertThat(read.summary().withoutTime()).isEqualTo(1);
    }
  }

  @Test
  void theFirstRowsOfATableMayHaveNoLatency() throws IOException {
    Read read =
        read(log("a.csv", "status,took_ms\n200,-\n200,\n200,7\n500,8\n"), LogColumns.UNSAID);
    assertThat(read.firsts()).containsExactly(7.0, 8.0);
  }

  @Test
  void rowsBehindThoseThatAreLookedAtFirstFollowInOrder() throws IOException {
    int rows = LookaheadTable.MOST_ROWS + 3;
    var text = new StringBuilder("took_ms\n");
    for (int i = 0; i < rows; i++) {
      text.append(i).append('\n');
    }
    List<Double> firsts = read(log("a.csv", text.toString()), LogColumns.UNSAID).firsts();
    assertThat(firsts).hasSize(rows).isSorted();
    Path broken = log("b.csv", text + "1,2\n");
    assertThatThrownBy(() -> read(broken, LogColumns.UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessage(broken + ":" + (rows + 2) + ": expected 1 value as in the first line, found 2");
  }

  @Test
  void theFirstMistakeIsSaidThoughAnotherOneIsSeenBefore() throws IOException {
    Path file = log("a.jsonl", "{\"took_ms\": 1}\n{\"took_ms\": -2}\nno JSON\n");
    assertThatThrownBy(() -> read(file, LogColumns.UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessage(file + ":2: took_ms: expected a time of at least 0, found '-2'");
    Path other = log("b.jsonl", "{\"took_ms\": 1}\nno JSON\n{\"took_ms\": -2}\n");
    assertThatThrownBy(() -> read(other, LogColumns.UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(other + ":2: expected a JSON object");
  }

  @Test
  void aNumberALineNeedsItsUnit() throws IOException {
    Read read = read(log("a.txt", "# times\n5\n\n7.5e0\n0\n"), columns(null, null, LatencyUnit.MS));
    assertThat(read.firsts()).containsExactly(5.0, 7.5, 0.0);
  }

  @Test
  void quotedFieldsMayHoldSeparatorsQuotesAndLineBreaks() throws IOException {
    Read read =
        read(
            log(
                "a.csv",
                "\"the, path\",\"latency_ms\"\r\n\"a \"\"b\"\"\nc, d\",\"12\"\r\nx,13\r\n"),
            LogColumns.UNSAID);
    assertThat(read.firsts()).containsExactly(12.0, 13.0);
  }

  @Test
  void semicolonsSeparateWhereTheFirstLineHasNoComma() throws IOException {
    assertThat(read(log("a.csv", "a;latency_ms\nx,y;3\nz;4\n"), LogColumns.UNSAID).firsts())
        .containsExactly(3.0, 4.0);
  }

  @Test
  void gzipIsReadAsItIs() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write("latency_ms\n3\n4\n".getBytes(StandardCharsets.UTF_8));
    }
    Path file = Files.write(folder.resolve("a.csv.gz"), bytes.toByteArray());
    assertThat(read(file, LogColumns.UNSAID).firsts()).containsExactly(3.0, 4.0);
  }

  @Test
  void whatIsCompressedInAnotherWayIsNamed() throws IOException {
    Map<String, int[]> heads =
        Map.of(
            "zstd", new int[] {0x28, 0xB5, 0x2F, 0xFD, 0x04},
            "bzip2", new int[] {'B', 'Z', 'h', '9', '1', 'A', 'Y'},
            "xz", new int[] {0xFD, '7', 'z', 'X', 'Z', 0},
            "lz4", new int[] {0x04, 0x22, 0x4D, 0x18},
            "zip", new int[] {'P', 'K', 3, 4});
    for (var head : heads.entrySet()) {
      byte[] bytes = new byte[head.getValue().length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) head.getValue()[i];
      }
      Path file = Files.write(folder.resolve("times.csv." + head.getKey()), bytes);
      assertThatThrownBy(() -> read(file, LogColumns.UNSAID))
          .isInstanceOf(UsageError.class)
          .hasMessage(
              file
                  + ": expected plain text, or gzip with a name that ends in .gz; found "
                  + head.getKey()
                  + ", which is not read, so unpack it");
    }
    Path packed = Files.write(folder.resolve("times.csv"), new byte[] {0x1F, (byte) 0x8B, 8});
    assertThatThrownBy(() -> read(packed, LogColumns.UNSAID))
        .hasMessageEndingWith("found gzip, so rename it");
  }

  @Test
  void timesOfSendingMayBeNumbersOrDates() throws IOException {
    String numbers = "sent,latency_ms\n1.5,3\n1.5,4\n2e9,5\n";
    String dates =
        "sent,latency_ms\n2026-01-31 12:00:00.1234567,3\n2026-01-31T12:00:01Z,4\n2026-01-31T14:00:02+01:00,5\n";
    for (String text : List.of(numbers, dates)) {
      Read read = read(log("a.csv", text), LogColumns.ofAttempts(null, null, "sent", null));
      assertThat(read.firsts()).containsExactly(3.0, 4.0, 5.0);
    }
  }

  @Test
  void histogramLogsGiveEachValueWithItsNumber() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var writer = new HistogramLogWriter(bytes);
    writer.outputLogFormatVersion();
    writer.outputStartTime(1_000);
    writer.outputLegend();
    var first = new Histogram(3);
    first.recordValueWithCount(1_500, 4);
    first.recordValue(900);
    var second = new Histogram(3);
    second.recordValue(2_000);
    for (Histogram histogram : List.of(first, second)) {
      histogram.setStartTimeStamp(1_000);
      histogram.setEndTimeStamp(2_000);
      writer.outputIntervalHistogram(histogram);
    }
    Path file = Files.write(folder.resolve("a.hlog"), bytes.toByteArray());
    Read read = read(file, columns(null, null, LatencyUnit.US));
    assertThat(read.attempts()).extracting(Attempt::weight).containsExactly(1.0, 4.0, 1.0);
    assertThat(read.firsts().get(0)).isCloseTo(0.9, within(0.001));
    assertThat(read.firsts().get(1)).isCloseTo(1.5, within(0.001));
    assertThat(read.summary().requests()).isEqualTo(6);
    // Only between two histograms is the order of requests known.
    assertThat(read.intervals()).containsExactly(0, 2);
  }

  @Test
  void histogramLogsOfDecimalsAreReadToo() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var writer = new HistogramLogWriter(bytes);
    writer.outputLogFormatVersion();
    var histogram = new DoubleHistogram(3);
    histogram.recordValue(0.125);
    histogram.recordValue(3.5);
    writer.outputIntervalHistogram(histogram);
    Path file = Files.write(folder.resolve("a.hlog"), bytes.toByteArray());
    Read read = read(file, columns(null, null, LatencyUnit.MS));
    assertThat(read.firsts().get(0)).isCloseTo(0.125, within(0.001));
    assertThat(read.firsts().get(1)).isCloseTo(3.5, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aDistributionGivesWhatLiesBetweenItsLines(boolean asCsv) throws IOException {
    var histogram = new Histogram(3);
    for (int i = 1; i <= 1000; i++) {
      histogram.recordValue(i);
    }
    var bytes = new ByteArrayOutputStream();
    histogram.outputPercentileDistribution(
        new PrintStream(bytes, true, StandardCharsets.UTF_8), 5, 1.0, asCsv);
    Path file = Files.write(folder.resolve("a.hgrm"), bytes.toByteArray());
    Read read = read(file, columns(null, null, LatencyUnit.MS));
    assertThat(read.attempts().stream().mapToDouble(Attempt::weight).sum()).isEqualTo(1000);
    assertThat(read.firsts()).isSorted();
    assertThat(read.firsts().getLast()).isEqualTo(1000.0);
    assertThat(read.summary().inOrder()).isFalse();
    assertThat(read.summary().remarks())
        .singleElement()
        .asString()
        .contains("only its percentiles");
  }
}
