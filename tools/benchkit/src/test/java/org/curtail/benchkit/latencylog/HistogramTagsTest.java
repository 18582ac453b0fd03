package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of HdrHistogram with tags, torn ones, and those without a heading. */
class HistogramTagsTest {
  private static final LogColumns UNSAID =
      LogColumns.ofDurations(null, LatencyUnit.MS, null, false, null);

  @TempDir private Path folder;

  /** An interval for each tag in turn, "" for none: a request each of 1, 2, 3, ... ms. */
  private static String log(String... tags) {
    var bytes = new ByteArrayOutputStream();
    var writer = new HistogramLogWriter(bytes);
    writer.outputLogFormatVersion();
    writer.outputLegend();
    for (int i = 0; i < tags.length; i++) {
      var histogram = new Histogram(3);
      histogram.recordValue(i + 1);
      if (!tags[i].isEmpty()) {
        histogram.setTag(tags[i]);
      }
      writer.outputIntervalHistogram(histogram);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("a.hlog"), text);
  }

  private void assertRefuses(String text, LogColumns columns, String message) throws IOException {
    Path file = file(text);
    assertThatThrownBy(() -> LatencyLog.read(file, columns, (first, second, weight) -> {}))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> TimedLog.read(file, columns))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(message);
  }

  @Test
  void oneOfSeveralTagsMustBeSaid() throws IOException {
    String log = log("READ-rt", "READ-st", "READ-rt", "");
    assertRefuses(
        log,
        UNSAID,
        "a.hlog:4: expected intervals of one tag, found several, each a population of its own; name one with --tag, as in --tag READ-rt: READ-rt (2 intervals), READ-st (1 intervals), none (1 intervals)");
    assertRefuses(log, UNSAID.ofSeries("READ-tr"), "--tag: expected a tag of this log");
    TimedRequests reads = TimedLog.read(file(log), UNSAID.ofSeries("READ-rt"));
    assertThat(reads.durationsMs()).containsExactly(1, 3);
    assertThat(reads.described()).contains("tag READ-rt");
    assertThat(TimedLog.read(file(log), UNSAID.ofSeries("READ-st")).remarks())
        .anyMatch(remark -> remark.contains("READ-st is the service time by its name"));
    assertThat(TimedLog.read(file(log("x", "x")), UNSAID).described()).contains("tag x");
  }

  @Test
  void bothReadersTakeTheSameValuesWithTheirNumbers() throws IOException {
    var histogram = new Histogram(3);
    histogram.recordValueWithCount(7, 5_000_000_000L);
    histogram.recordValueWithCount(900, 3);
    var bytes = new ByteArrayOutputStream();
    var writer = new HistogramLogWriter(bytes);
    writer.outputIntervalHistogram(histogram);
    writer.outputIntervalHistogram(histogram);
    Path file = Files.write(folder.resolve("a.hlog"), bytes.toByteArray());
    TimedRequests read = TimedLog.read(file, UNSAID);
    assertThat(read.durationsMs()).containsExactly(7, 900);
    assertThat(read.weights()).containsExactly(1e10, 6);
    assertThat(read.described()).startsWith("10,000,000,006 requests, an HdrHistogram log");
    var weights = DoubleStream.builder();
    LatencyLog.read(file, UNSAID, (first, second, weight) -> weights.add(weight));
    assertThat(weights.build().sum()).isCloseTo(10_000_000_006.0, within(0.1));
  }

  @Test
  void aTornEndIsSaidAsSuch() throws IOException {
    String log = log("", "");
    assertRefuses(
        log.substring(0, log.length() - 20), UNSAID, "a.hlog:4: the log is torn: its last line");
    String[] lines = log.split("\n", -1);
    lines[2] = lines[2].substring(0, lines[2].length() - 20);
    assertRefuses(
        String.join("\n", lines), UNSAID, "a.hlog:3: expected a histogram in base 64, found");
  }

  @Test
  void aLengthThatTheTextDoesNotHaveMakesNoRoomForIt() throws IOException {
    // The magic number of a compressed histogram, and two billion bytes to follow.
    assertRefuses(
        "0.1,1.0,2.0,HISTFH////8AAAA=\n#end\n", UNSAID, "expected a histogram in base 64, found");
  }

  @Test
  void twoLogsInOneFileAreSaid() throws IOException {
    String log = "#[StartTime: 1 (seconds since epoch)]\n" + log("");
    assertThat(TimedLog.read(file(log + log), UNSAID).remarks())
        .contains("line 5 begins another log, whose intervals are read behind the others");
  }
}
