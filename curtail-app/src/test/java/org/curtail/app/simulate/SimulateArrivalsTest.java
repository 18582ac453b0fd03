package org.curtail.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.curtail.app.Terminal;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.results.Run;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;two;3     | arrivals.txt:2: expected a time in milliseconds, found 'two'",
        "1;5;;4      | arrivals.txt:4: expected at least the 5.0 ms of the line before, found 4",
        "1;NaN       | arrivals.txt:2: expected a finite time, found 'NaN'",
        "7;7         | arrivals.txt: expected arrivals at two moments at least, found one",
        "' '         | arrivals.txt: expected arrivals at two moments at least, found none",
      })
  void whatIsNoTimeOfArrivalIsNamedByItsLine(String lines, String complaint) throws IOException {
    Path file = Files.writeString(folder.resolve("arrivals.txt"), lines.replace(';', '\n'));
    Terminal run = simulate("--arrivals", file, "--out", out);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains(complaint);
    assertThat(out).doesNotExist();
  }
}
