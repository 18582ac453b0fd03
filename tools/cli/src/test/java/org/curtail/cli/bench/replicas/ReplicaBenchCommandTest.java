package org.curtail.cli.bench.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code curtail bench --replicas} as a user runs it, with real servers. */
class ReplicaBenchCommandTest {
  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void makeLog() throws IOException {
    log = folder.resolve("times.csv");
    var lines = new ArrayList<>(List.of("latency_ms"));
    for (int i = 0; i < 100; i++) {
      lines.add(String.valueOf(i % 20 == 0 ? 30 : 1 + i % 4));
    }
    Files.write(log, lines);
  }

  private Terminal bench(Object... more) {
    return curtail(
        Stream.concat(
                Stream.<Object>of(
                    "bench", "--replicas", 3, "--log", log, "--out", folder.resolve("out")),
                Stream.of(more))
            .toArray());
  }

  @Test
  void policiesAreComparedAndTheReportDrawsThem() throws IOException {
    Terminal run =
        assertDone(
            bench(
                "--slots",
                2,
                "--rps",
                "600,800",
                "--noise",
                "pause:10%x40ms",
                "--requests",
                300,
                "--repeats",
                5,
                "--policies",
                "none,single-r,laedge",
                "--budget",
                "0.1,0.2"));

    Path file = folder.resolve("out/results.json");
    Results results = ResultsFile.read(file);
    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly(
            "none",
            "single-r@0.1",
            "single-r@0.2",
            "laedge",
            "none",
            "single-r@0.1",
            "single-r@0.2",
            "laedge");
    assertThat(results.runs()).extracting(Run::requests).containsOnly(5 * 54);
    assertThat(run.out()).contains("copies", "single-r@0.2", "within the budget of 20 %");
    assertThat(results.command())
        .contains("--replicas 3", "--slots 2", "--noise pause:10%x40ms", "--budget 0.1,0.2");
    assertThat(run.err()).contains("Next: ./curtail report");

    Path page = folder.resolve("report.html");
    assertDone(curtail("report", file, "--out", page));
    assertThat(Files.readString(page))
        .contains(
            "Where hedging helps and where it harms",
            "Tail against budget",
            "The first answers, and the cost of copies",
            "load, share of all slots");
  }

  @Test
  @Tag("long")
  void theCommandThatIsKeptMeasuresTheSameAgain() {
    assertDone(
        bench(
            "--slots", 3, "--load", 0.3, "--requests", 100, "--repeats", 1, "--policies", "none"));
    String command = ResultsFile.read(folder.resolve("out/results.json")).command();

    List<String> words = List.of(command.replace("./curtail ", "").split(" "));
    assertDone(
        curtail(Stream.concat(words.stream(), Stream.of("--overwrite")).toArray(Object[]::new)));
    assertThat(ResultsFile.read(folder.resolve("out/results.json")).command()).isEqualTo(command);
  }

  @Test
  @Tag("long")
  void asJsonNothingElseIsPrinted() {
    Terminal run =
        assertDone(
            bench(
                "--load",
                0.3,
                "--requests",
                100,
                "--repeats",
                1,
                "--policies",
                "none,hedge-p95",
                "--json"));
    assertThat(run.out()).startsWith("{").contains("\"hedgesSent\"", "\"reissueFraction\"");
  }

  @Test
  void whatIsOutOfRangeIsSaid() {
    assertUsageError(bench("--slots", 0), "--slots: expected a whole number from 1", "found 0");
    assertUsageError(bench("--noise", "pause:4"), "--noise: expected", "'pause:4'");
    assertUsageError(bench("--choice", "best"), "--choice: expected random or round-robin");
    assertUsageError(bench("--budget", 0), "--budget", "above 0", "found 0");
    assertUsageError(bench("--budget", "1.5"), "--budget", "at most 1", "found 1.5");
    assertUsageError(bench("--percentile", 100), "--percentile", "found 100");
    assertUsageError(bench("--policies", "none,singel-r"), "--policies", "did you mean single-r?");
    assertUsageError(
        bench("--load", 0.3, "--rps", 10), "--load cannot be given together with --rps");
    assertUsageError(bench("--rps", 0), "--rps", "above 0");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void replicasAreTwoOrMoreAndNeedALog() {
    Path out = folder.resolve("out");
    assertUsageError(
        curtail("bench", "--replicas", 1, "--log", log, "--out", out),
        "--replicas: expected a whole number from 2 to 64, found 1");
    assertUsageError(curtail("bench", "--replicas", 3, "--out", out), "--log is missing");
    assertUsageError(
        curtail("bench", "--replicas", 3, "--log", folder.resolve("none.csv"), "--out", out),
        "none.csv");
  }

  @Test
  void aLogOfZerosHasNothingToHold() throws IOException {
    Files.write(log, List.of("latency_ms", "0", "0"));
    assertUsageError(bench(), "times.csv", "not all be 0");
  }

  @Test
  void optionsOfOtherBenchesAreRefused() {
    assertUsageError(bench("--index", "x"), "--index cannot be given together with --replicas");
    assertUsageError(bench("--profile", "x"), "--profile cannot be given together with --replicas");
    assertUsageError(bench("--cores", 2), "--cores cannot be given together with --replicas");
    assertUsageError(bench("--emulate-cores", 2), "cannot be given together with --replicas");
    assertUsageError(bench("--scale", 2), "--scale works only with --emulate-cores");
    assertUsageError(
        bench("--rps-steps", "30:60s,60:60s"),
        "--rps-steps cannot be given together with --replicas");
    assertUsageError(
        curtail("bench", "--slots", 3, "--index", "x", "--queries", "y", "--out", folder),
        "--slots works only with --replicas");
  }
}
