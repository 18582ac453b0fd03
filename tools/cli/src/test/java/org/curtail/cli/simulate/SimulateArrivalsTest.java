package org.curtail.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class SimulateArrivalsTest extends SimulateCommandCase {
  @Test
  void stepsAndBurstsKeepTheirMeanRate() {
    Run steps =
        written("--rps-steps", "10:3s,50:1s", "--requests", 2000, "--policies", "sequential")
            .runs()
            .getFirst();
    assertThat(steps.rps()).isEqualTo(20);
    Object[] words = {"--rps", 20, "--requests", 2000, "--policies", "sequential"};
    Run even = written(words).runs().getFirst();
    var burstWords = new ArrayList<>(List.of(words));
    burstWords.addAll(List.of("--burst-factor", 20, "--burst-ms", 500, "--calm-ms", 4500));
    Results bursts = written(burstWords.toArray());
    assertThat(bursts.runs().getFirst().rps()).isEqualTo(20);
    assertThat(bursts.runs().getFirst().latency().p99Ms())
        .isGreaterThan(1.5 * even.latency().p99Ms());
    assertThat(bursts.command())
        .contains("--rps 20 --burst-factor 20.0 --burst-ms 500.0 --calm-ms 4500.0");
    Terminal shown = simulate("--rps-steps", "10:3s,50:1s", "--requests", 500);
    assertThat(shown.out()).contains("20 requests/s in the mean of 2 steps, load 18 %");
  }

  @Test
  void recordedArrivalsAreRepeatedFromPlainAndPackedFiles() throws IOException {
    var text = new StringBuilder("\n");
    for (int i = 0; i < 300; i++) {
      text.append(5_000 + 25 * i).append('\n');
    }
    Path plain = Files.writeString(folder.resolve("arrivals.txt"), text);
    Path packed = folder.resolve("arrivals.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    Run run = written("--arrivals", plain, "--policies", "sequential").runs().getFirst();
    assertThat(run.requests()).isEqualTo(300);
    assertThat(run.rps()).isEqualTo(40);
    Run again = written("--arrivals", packed, "--policies", "sequential").runs().getFirst();
    assertThat(again).isEqualTo(run);
    assertThat(simulate("--arrivals", plain, "--requests", 301).complaint())
        .contains("--requests: expected at most 300, as many as --arrivals has, found 301");
    assertThat(simulate("--arrivals", plain, "--out", plain, "--overwrite").complaint())
        .contains("--out: expected another file than that of --arrivals");
  }

  /**
   * Long requests come alone and short ones close together, so that none meets another: each takes
   * its own demand. If the demands are drawn independently, long ones overlap.
   */
  @Test
  void eachArrivalKeepsItsOwnDemandOrGetsAnyOne() throws IOException {
    var arrivals = new StringBuilder();
    var timesMs = new StringJoiner(",");
    double at = 0;
    for (int i = 0; i < 1_000; i++) {
      double ms = i % 100 < 10 ? 50 : 1;
      arrivals.append(at).append('\n');
      timesMs.add("[" + ms + "]");
      at += ms + 0.5;
    }
    Path file = Files.writeString(folder.resolve("arrivals.txt"), arrivals);
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"test\",\"timesMs\":[%s]}"
            .formatted(timesMs));
    Object[] words = {"--cores", 1, "--policies", "sequential", "--arrivals", file};
    Object[] own = Stream.concat(Stream.of(words), Stream.of("--own-demands")).toArray();
    Results kept = ofOneCore(own);
    assertThat(kept.command()).contains("--own-demands");
    assertThat(kept.runs().getFirst().latency().meanMs()).isCloseTo(5.9, within(1e-6));
    assertThat(kept.runs().getFirst().latency().p99Ms()).isCloseTo(50, within(1e-6));
    double drawnMs = ofOneCore(words).runs().getFirst().latency().meanMs();
    assertThat(drawnMs).isGreaterThan(2 * 5.9);
    Files.writeString(file, "1\n" + "2\n".repeat(199));
    assertUsageError(
        oneCore(own),
        "--own-demands: expected as many requests in the profile as --arrivals has, 200, found 1,000");
    assertUsageError(
        oneCore("--own-demands", "--load", 0.3), "--own-demands works only with --arrivals");
  }

  private Terminal oneCore(Object... words) {
    return curtail(
        Stream.concat(Stream.of("simulate", "--profile", profile), Stream.of(words)).toArray());
  }

  private Results ofOneCore(Object... words) {
    assertDone(
        oneCore(Stream.concat(Stream.of(words), Stream.of("--out", out, "--overwrite")).toArray()));
    return ResultsFile.read(out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;two;3     | arrivals.txt:2: expected a time in milliseconds, found 'two'",
        "1;5;;4      | arrivals.txt:4: expected at least the 5.0 ms of the line before, found 4",
        "1;NaN       | arrivals.txt:2: expected a finite time, found 'NaN'",
        "7;7         | arrivals.txt: expected arrivals at two different times at least, found one",
        "' '         | arrivals.txt: expected arrivals at two different times at least, found none",
      })
  void whatIsNoTimeOfArrivalIsNamedByItsLine(String lines, String complaint) throws IOException {
    Path file = Files.writeString(folder.resolve("arrivals.txt"), lines.replace(';', '\n'));
    Terminal run = simulate("--arrivals", file, "--out", out);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains(complaint);
    assertThat(out).doesNotExist();
  }
}
