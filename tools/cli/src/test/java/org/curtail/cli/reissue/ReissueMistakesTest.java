package org.curtail.cli.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes in a line of {@code curtail reissue} get whole sentences; nothing is written. */
class ReissueMistakesTest {
  @TempDir private Path folder;
  private Path log = Path.of("");

  @BeforeEach
  void writeLog() throws IOException {
    var text = new StringBuilder("latency_ms\n");
    for (int i = 1; i <= 2000; i++) {
      text.append(i % 50 == 0 ? 300 : 10 + i % 7).append('\n');
    }
    log = Files.writeString(folder.resolve("times.csv"), text);
  }

  private void assertSays(String message, Object... more) throws IOException {
    var words =
        new ArrayList<Object>(
            List.of("reissue", "--log", log, "--out", folder.resolve("reissue.json")));
    words.addAll(List.of(more));
    Terminal run = curtail(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).isEqualTo("curtail: " + message.replace("LOG", log.toString()));
    assertThat(run.out()).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(log);
    }
  }

  @Test
  void budgetsBeyondTheirRange() throws IOException {
    String expected =
        "--budget: expected a share of the requests above 0 and at most 1, such as 0.02 for 2 %, found ";
    assertSays(expected + "0", "--budget", 0);
    assertSays(expected + "2", "--budget", 2);
    assertSays(expected + "-0.1", "--budget", -0.1);
  }

  @Test
  void percentilesBeyondTheirRange() throws IOException {
    assertSays(
        "--percentile: expected a number above 0 and below 100, found 100", "--percentile", 100);
    assertSays("--percentile: expected a number above 0 and below 100, found 0", "--percentile", 0);
  }

  @Test
  void aLogThatIsMissing() {
    Terminal run = curtail("reissue", "--budget", 0.02);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint())
        .isEqualTo("curtail: --log is missing: expected the file with the latencies of requests");
  }

  @Test
  void aLogThatIsGivenTwice() throws IOException {
    assertSays("--log cannot be given together with the log LOG", log);
  }

  @Test
  void optionsThatDoNotGoTogether() throws IOException {
    assertSays(
        "--single-d cannot be given together with --reissues above 1",
        "--single-d",
        "--reissues",
        2);
    assertSays("--simulate works only with --rps, which is missing", "--simulate");
    assertSays("--rps works only with --simulate, which is missing", "--rps", 5);
    assertSays("--cancel works only with --simulate, which is missing", "--cancel");
    assertSays("--reissues: expected a whole number from 1 to 8, found 9", "--reissues", 9);
  }

  @Test
  void aLoadThatNoServersCarry() throws IOException {
    assertSays(
        "--rps: expected less than 160, which keeps 3 replicas with 1 slot each busy all the time, found 500",
        "--simulate",
        "--rps",
        500);
  }

  @Test
  void aChoiceOfServersThatIsNone() throws IOException {
    assertSays(
        "--choice: expected random, round-robin, two-choices, shortest-queue, c3 or prequal, found 'randm'; did you mean random?",
        "--simulate",
        "--rps",
        5,
        "--choice",
        "randm");
  }

  @Test
  void aUnitThatIsNone() throws IOException {
    assertSays("--unit: expected ms, us, ns or s, found 'min'", "--unit", "min");
  }

  @Test
  void thePlanDoesNotReplaceTheLog() throws IOException {
    Terminal run = curtail("reissue", "--log", log, "--out", log, "--overwrite");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint())
        .isEqualTo("curtail: --out: expected another file than that of --log, found " + log);
    assertThat(Files.readString(log)).startsWith("latency_ms");
  }

  @Test
  void severalCopiesOfALogWithPairs() throws IOException {
    log = Files.writeString(log, "first_ms,second_ms\n10,20\n30,40\n50,10\n");
    assertSays(
        "--reissues: expected 1 for a log with pairs, which tell of one copy only, found 2",
        "--reissues",
        2);
  }

  @Test
  void aLogWithANegativeTimeNamesTheLine() throws IOException {
    log = Files.writeString(log, "latency_ms\n10\n-1\n");
    assertSays("LOG:3: latency_ms: expected a time of at least 0, found '-1'");
  }
}
