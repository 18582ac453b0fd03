package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** SIGTERM to the real process, which is what Ctrl-C does too. */
@Timeout(300)
public class StopSignalTest {
  @TempDir Path folder;

  private record Searched(Path index, Path queries) {}

  private Searched searched() throws IOException {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 2000);
    var made = new Searched(folder.resolve("index"), folder.resolve("queries.tsv"));
    assertThat(Terminal.curtail("index", text, "--out", made.index).exitCode()).isZero();
    assertThat(Terminal.curtail("queries", text, "--number", 200, "--out", made.queries).exitCode())
        .isZero();
    return made;
  }

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedProfileKeepsItsFinishedRuns() throws Exception {
    Searched searched = searched();

    Path profile = folder.resolve("profile.json");
    Stopped profiling =
        stopAfter(
            "pass ([2-9]|[1-9]\\d+) of",
            "profile",
            "--index",
            searched.index,
            "--queries",
            searched.queries,
            "--ranking",
            "trees-200",
            "--warm-up",
            0,
            "--runs",
            100_000,
            "--out",
            profile);
    assertThat(profiling.exitCode).as(profiling.said).isEqualTo(130);
    assertThat(profiling.said).contains("stopped; wrote " + profile);
    assertThat(Files.readString(profile))
        .containsPattern(", interrupted after \\d+ of 100000 runs\"");
    assertThat(Files.readString(profile)).contains("curtail-profile/1");
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedBenchKeepsItsFinishedBlocks() throws Exception {
    Searched searched = searched();

    Path results = folder.resolve("results");
    Stopped benching =
        stopAfter(
            "group ([2-9]|[1-9]\\d+) of",
            "bench",
            "--index",
            searched.index,
            "--queries",
            searched.queries,
            "--policies",
            "sequential,fixed-2",
            "--load",
            "0.5",
            "--requests",
            2_000_000,
            "--repeats",
            100_000,
            "--out",
            results);
    assertThat(benching.exitCode).as(benching.said).isEqualTo(130);
    assertThat(Files.readString(results.resolve("results.json"))).contains("\"interrupted\"");
    assertThat(benching.said)
        .containsPattern("interrupted after \\d+ of 100,000 blocks\\R")
        .containsPattern("To measure all of it: ./curtail bench .* --overwrite")
        .contains("; wrote what was finished to " + results.resolve("results.json"));
    try (var left = Files.list(results)) {
      assertThat(left).containsExactly(results.resolve("results.json"));
    }
  }

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedBenchOfChangingLoadsKeepsItsFinishedRepeats() throws Exception {
    Searched searched = searched();

    Path changing = folder.resolve("changing");
    Stopped stepping =
        stopAfter(
            "repeat ([2-9]|[1-9]\\d+) of",
            "bench",
            "--index",
            searched.index,
            "--queries",
            searched.queries,
            "--policies",
            "sequential,fixed-2",
            "--rps-steps",
            "200:200ms,400:200ms",
            "--repeats",
            100_000,
            "--out",
            changing);
    assertThat(stepping.exitCode).as(stepping.said).isEqualTo(130);
    assertThat(Files.readString(changing.resolve("results.json")))
        .contains("\"interrupted\"", "\"steps\"");
  }

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aBenchThatIsStoppedInItsFirstGroupKeepsTheLoadsItHadFinished() throws Exception {
    Searched searched = searched();
    Path out = folder.resolve("results");

    Stopped stopped =
        stopAfter(
            "group 1 of",
            "bench",
            "--index",
            searched.index,
            "--queries",
            searched.queries,
            "--ranking",
            "trees-200",
            "--policies",
            "sequential,fixed-2",
            "--load",
            "0.3,0.4,0.5,0.6,0.7,0.8,0.9",
            "--requests",
            3000,
            "--repeats",
            5,
            "--out",
            out);

    assertThat(stopped.exitCode).as(stopped.said).isEqualTo(130);
    Results results = ResultsFile.read(out.resolve("results.json"));
    Interruption interrupted = Objects.requireNonNull(results.interrupted());
    assertThat(interrupted.finished()).as(stopped.said).isZero();
    assertThat(interrupted.missing()).as(stopped.said).isNotEmpty();
    assertThat(results.runs().size() + interrupted.missing().size()).isEqualTo(14);
    assertThat(results.verdict().headline())
        .isEqualTo("No verdict: interrupted in the first of 5 blocks; a verdict takes at least 5.");
    assertThat(stopped.said)
        .contains("interrupted in the first of 5 blocks", "no ratios: one block has no interval")
        .containsPattern("0\\.\\d0  (sequential|fixed-2) +interrupted");
  }

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedEmulationKeepsItsFinishedBlocks() throws Exception {
    Path profile =
        Files.writeString(
            folder.resolve("brief.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"\",\"timesMs\":[[9,5],[30,16]]}");
    Path results = folder.resolve("emulated");
    Stopped benching =
        stopAfter(
            "bench: group ([2-9]|1\\d) of",
            "bench",
            "--profile",
            profile,
            "--emulate-cores",
            4,
            "--policies",
            "sequential",
            "--load",
            0.5,
            "--scale",
            1,
            "--requests",
            20_000,
            "--repeats",
            1000,
            "--out",
            results);
    assertThat(benching.exitCode).as(benching.said).isEqualTo(130);
    assertThat(benching.said).contains("of 1,000 blocks; wrote what was finished to " + results);
    assertThat(Files.readString(results.resolve("results.json"))).contains("\"interrupted\"");
  }

  @Tag("long")
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void aDemoThatIsStoppedInItsEmulationGoesOnWithItAndKeepsWhatWasFinished() throws Exception {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 300);
    Path demo = folder.resolve("demo");
    Object[] words = {"demo", "--quick", "--documents", text, "--ranking", "bm25", "--out", demo};

    Stopped stopped = stopAfter("bench: 16 emulated cores", words);

    assertThat(stopped.exitCode).as(stopped.said).isEqualTo(130);
    assertThat(stopped.said)
        .contains("7/9  Emulation")
        .doesNotContain("8/9", "Live on this machine:");
    assertThat(Files.readString(demo.resolve("demo.json")))
        .contains("table-16.json")
        .doesNotContain("emulated-16/results.json\" :");

    Stopped again = stopAfter("bench: 16 emulated cores", words);

    assertThat(again.exitCode).as(again.said).isEqualTo(130);
    assertThat(again.said)
        .contains("kept " + demo.resolve("profile.json"))
        .contains("kept " + demo.resolve("table-16.json"))
        .containsPattern("7/9  Emulation: .*\\R\\$ ./curtail bench ");
  }

  public record Stopped(int exitCode, String said) {}

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedPlanLeavesNoTable() throws Exception {
    // Many degrees, different for every request: minutes of work.
    var random = new SplittableRandom(1);
    var requests = new StringJoiner(",");
    for (int r = 0; r < 20_000; r++) {
      double demandMs = 100 * -Math.log(1 - random.nextDouble());
      var times = new StringJoiner(",", "[", "]");
      for (int degree = 1; degree <= 8; degree++) {
        times.add("" + (0.001 + demandMs / Math.pow(degree, 0.7) * random.nextDouble(0.8, 1.2)));
      }
      requests.add(times.toString());
    }
    Path profile = folder.resolve("hard.json");
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":8,\"source\":\"\",\"timesMs\":[%s]}"
            .formatted(requests));
    Path table = folder.resolve("table.json");
    Stopped planning =
        stopAfter("effort spent", "plan", "--profile", profile, "--cores", 16, "--out", table);
    assertThat(planning.exitCode).as(planning.said).isEqualTo(130);
    assertThat(planning.said).contains("no table was written");
    assertThat(table).doesNotExist();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedSimulationKeepsItsFinishedRuns() throws Exception {
    Path profile =
        Files.writeString(
            folder.resolve("short.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"\",\"timesMs\":[[9,5],[30,16]]}");
    Path results = folder.resolve("simulated.json");
    Stopped simulating =
        stopAfter(
            "simulate: ([1-9]\\d*) of",
            "simulate",
            "--profile",
            profile,
            "--cores",
            16,
            "--load",
            "0.5,0.55,0.6,0.65,0.7,0.75,0.8,0.85",
            "--requests",
            40_000,
            "--out",
            results);
    assertThat(simulating.exitCode).as(simulating.said).isEqualTo(130);
    assertThat(simulating.said)
        .contains("of 32 runs were finished and written to " + results)
        .containsPattern("interrupted after \\d+ of 32 runs\\R")
        .containsPattern("interrupted: .*tail-index")
        .containsPattern("To simulate all of it: ./curtail simulate .* --overwrite");
    assertThat(Files.readString(results)).contains("\"interrupted\"");
  }

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedCapacityNamesThePoliciesItDidNotReach() throws Exception {
    Path results = folder.resolve("capacity.json");
    Stopped searching =
        stopAfter(
            "capacity: ([2-9]) of",
            "capacity",
            "--profile",
            "few-to-many-lucene",
            "--cores",
            15,
            "--target-p99-ms",
            1200,
            "--policies",
            "sequential,fixed-2,tail-index,adaptive",
            "--requests",
            50_000,
            "--out",
            results);
    assertThat(searching.exitCode).as(searching.said).isEqualTo(130);
    assertThat(searching.said)
        .containsPattern("interrupted after \\d of 4 policies\\R")
        .containsPattern("(tail-index|adaptive): interrupted\\R")
        .containsPattern("To search all of it: ./curtail capacity .* --overwrite");
    assertThat(Files.readString(results)).contains("\"notReached\"");
  }

  /** Stops a command when it first says something that matches. */
  public static Stopped stopAfter(String progress, Object... words)
      throws IOException, InterruptedException {
    // By its handle: Process.destroy would close the stream that is being read.
    return endAfter(ProcessHandle::destroy, progress, words);
  }

  /** The same, by another end than a signal. */
  public static Stopped endAfter(Predicate<ProcessHandle> end, String progress, Object... words)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Dcurtail.progress.millis=20",
                "-cp",
                System.getProperty("java.class.path"),
                "org.curtail.cli.Main"));
    for (Object word : words) {
      command.add(String.valueOf(word));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Pattern awaited = Pattern.compile(progress);
    var said = new StringBuilder();
    try (BufferedReader lines = process.inputReader()) {
      boolean stopped = false;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (!stopped && awaited.matcher(line).find()) {
          stopped = end.test(process.toHandle());
        }
      }
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said.toString()).isTrue();
    return new Stopped(process.exitValue(), said.toString());
  }
}
