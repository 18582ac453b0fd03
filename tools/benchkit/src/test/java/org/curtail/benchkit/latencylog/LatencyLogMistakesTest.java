package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors about logs, as complete sentences. */
class LatencyLogMistakesTest {
  @TempDir private Path folder;
  private @Nullable String first;
  private @Nullable String second;
  private @Nullable String time;
  private @Nullable LatencyUnit unit;

  private void assertSays(String name, String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Throwable thrown =
        catchThrowable(() ->
            LatencyLog.read(
                file, LogColumns.ofAttempts(first, second, time, unit), (x, y, weight) -> {}));
    assertThat(thrown).isInstanceOf(UsageError.class);
    assertThat(thrown.getMessage()).isEqualTo(message.replace("LOG", file.toString()));
  }

  @Test
  void anEmptyLog() throws IOException {
    assertSays("a.csv", "", "LOG: expected at least two latencies, found none");
    assertSays("b.csv", "latency_ms\n", "LOG: expected at least two latencies, found none");
    assertSays("c.csv", "\n# nothing\n", "LOG: expected at least two latencies, found none");
  }

  @Test
  void aLogWithOneValue() throws IOException {
    assertSays("a.csv", "latency_ms\n5\n", "LOG: expected at least two latencies, found one");
    assertSays(
        "b.csv",
        "a,latency_ms\nx,5\ny,\n",
        "LOG: expected at least two latencies, found one and 1 lines without");
  }

  @Test
  void negativeTimesAndThoseThatAreNoNumbers() throws IOException {
    assertSays(
        "a.csv",
        "latency_ms\n5\n-3\n",
        "LOG:3: latency_ms: expected a time of at least 0, found '-3'");
    assertSays(
        "b.csv",
        "latency_ms\n5\nNaN\n",
        "LOG:3: latency_ms: expected a time of at least 0, found 'NaN'");
    assertSays(
        "c.csv",
        "latency_ms\n5\nfast\n",
        "LOG:3: latency_ms: expected a time of at least 0, found 'fast'");
    assertSays(
        "d.jsonl",
        "{\"latency_ms\":5}\n{\"latency_ms\":NaN}\n",
        "LOG:2: latency_ms: expected a time of at least 0, found 'NaN'");
    assertSays(
        "e.csv",
        "latency_s\n5\n1e300\n",
        "LOG:3: latency_s: expected a time of at most thirty years, found 1e300 seconds");
    unit = LatencyUnit.MS;
    assertSays("f.txt", "5\nInfinity\n", "LOG:2: expected a time of at least 0, found 'Infinity'");
  }

  @Test
  void unitsThatNothingTells() throws IOException {
    assertSays(
        "a.csv",
        "latency\n5\n6\n",
        "LOG: nothing says in which unit the times of column latency are; add --unit ms, us, ns or s, as in --unit ms");
    assertSays(
        "b.txt",
        "5\n6\n",
        "LOG: nothing says in which unit the times of a file with a number a line are; add --unit ms, us, ns or s, as in --unit ms");
    assertSays(
        "c.csv",
        "first_ms,second_us\n5,6\n",
        "LOG: expected one unit for both attempts, found milliseconds in first_ms and microseconds in second_us");
  }

  @Test
  void columnsThatNothingTells() throws IOException {
    assertSays(
        "a.csv",
        "tokens,bytes,path\n5,6,x\n",
        "LOG: cannot tell which column has the latencies; say it with --duration: tokens or bytes");
    assertSays("b.csv", "path\nx\n", "LOG: expected a column of numbers, found none in path");
    first = "latncy_ms";
    assertSays(
        "c.csv",
        "path,latency_ms\nx,6\n",
        "LOG: --duration: expected the name of a column, found 'latncy_ms'; there are path, latency_ms; did you mean latency_ms?");
    first = "latency_ms";
    second = "latency_ms";
    assertSays(
        "d.csv",
        "path,latency_ms\nx,6\n",
        "LOG: expected a column of its own for each of --duration, --second and --arrived, found 'latency_ms' twice");
  }

  @Test
  void columnsOfAFileThatHasNone() throws IOException {
    first = "latency_ms";
    assertSays(
        "a.txt",
        "5\n6\n",
        "LOG: --duration: expected a file with named columns, found one without");
  }

  @Test
  void timesOfSendingThatGoBack() throws IOException {
    time = "sent";
    assertSays(
        "a.csv",
        "sent,latency_ms\n5,1\n7,1\n6.5,1\n",
        "LOG:4: sent: expected at least 7 as in the line before, found 6.5; sort the lines by that column");
    assertSays(
        "b.csv",
        "sent,latency_ms\n2026-01-31 12:00:00,1\n2026-01-31 11:59:59,1\n",
        "LOG:3: sent: expected at least 2026-01-31 12:00:00 as in the line before, found 2026-01-31 11:59:59; sort the lines by that column");
    assertSays(
        "c.csv",
        "sent,latency_ms\nyesterday,1\n",
        "LOG:2: sent: expected a number or a time such as 2026-01-31T12:00:00.5Z, found 'yesterday'");
    assertSays("d.csv", "sent,latency_ms\n,1\n", "LOG:2: sent: expected a time, found none");
  }

  @Test
  void tablesThatAreBroken() throws IOException {
    assertSays(
        "a.csv",
        "path,latency_ms\nx,1\nx\n",
        "LOG:3: expected 2 values as in the first line, found 1");
    assertSays(
        "b.csv",
        "path,latency_ms\n\"x,1\n",
        "LOG:2: expected a closing double quote, found the end of the file");
    assertSays(
        "c.csv",
        "path,latency_ms\n\"x\"y,1\n",
        "LOG:2: expected a comma behind the closing double quote, found 'y'");
    assertSays(
        "d.csv", "a,a\n1,2\n", "LOG:1: expected different names of columns, found 'a' twice");
    assertSays(
        "e.csv",
        "1,2\n3,4\n",
        "LOG:1: expected the names of the columns in the first line, found numbers");
    assertSays(
        "f.json",
        "[{\"latency_ms\":1}]\n",
        "LOG:1: expected an object a line, found a list; jq -c '.[]' makes lines of it");
    assertSays(
        "g.jsonl",
        "{\"latency_ms\":1}\n{\"latency_ms\":\n",
        "LOG:2: expected a JSON object, found broken JSON: the text ends too early");
  }

  @Test
  void histogramsThatAreBroken() throws IOException {
    unit = LatencyUnit.MS;
    assertSays(
        "a.hlog",
        "#[Histogram log format version 1.3]\n0.1,1.0,2.0\n#end\n",
        "LOG:2: expected start, length, greatest value and a histogram in base 64, found '0.1,1.0,2.0'");
    assertSays(
        "b.hlog",
        "#[Histogram log format version 1.3]\n0.1,1.0,2.0,HISTFAAAA\n#end\n",
        "LOG:2: expected a histogram in base 64, found 'HISTFAAAA'");
    assertSays(
        "c.hgrm",
        " Value Percentile TotalCount 1/(1-Percentile)\n1.0 0.5 10 2.0\n2.0 0.7 9 3.0\n",
        "LOG:3: expected value, percentile and a number of requests of at least 10, found '2.0 0.7 9 3.0'");
    unit = null;
    assertSays(
        "d.hlog",
        "#[Histogram log format version 1.3]\n",
        "LOG: nothing says in which unit the times of an HdrHistogram log are; add --unit ms, us, ns or s, as in --unit ms");
  }

  @Test
  void aFileThatIsNotThere() {
    Path file = folder.resolve("none.csv");
    Throwable thrown =
        catchThrowable(() -> LatencyLog.read(file, LogColumns.UNSAID, (x, y, weight) -> {}));
    assertThat(thrown)
        .isInstanceOf(UsageError.class)
        .hasMessage("%s: cannot be read: no such file: %s".formatted(file, file));
  }
}
