package org.curtail.cli.profile.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileTimesTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path out() {
    return folder.resolve("profile.json");
  }

  private Terminal profile(Path times, Object... words) {
    var line = new ArrayList<Object>(List.of("profile", "--times", times, "--out", out()));
    line.addAll(List.of(words));
    return curtail(line.toArray());
  }

  private Profile made(Path times, Object... words) {
    assertDone(profile(times, words));
    return JsonFile.PROFILE.read(out());
  }

  @Test
  void timesAndAmdahlsLawMakeTheProfileThatTheLawSays() throws IOException {
    Path times = file("times.csv", "id,duration_us\n1,8000\n2,2000\n");
    Profile made = made(times, "--max-degree", 4, "--speedup", "amdahl:0.75,fixed:500us");
    assertThat(made.maxDegree()).isEqualTo(4);
    assertThat(made.timeMs(0, 1)).isEqualTo(8);
    assertThat(made.timeMs(0, 2)).isCloseTo(2 + 3 + 0.5, within(1e-9));
    assertThat(made.timeMs(0, 4)).isCloseTo(2 + 1.5 + 0.5, within(1e-9));
    assertThat(made.timeMs(1, 1)).isEqualTo(2);
    assertThat(made.timeMs(1, 4)).isCloseTo(0.5 + 0.375 + 0.5, within(1e-9));
    assertThat(made.notes())
        .anyMatch(note -> note.contains("speedups are assumed, not measured: Amdahl's law: 75 %"));
  }

  @Test
  void aTableIsReadFromTheLineOrFromAFile() throws IOException {
    Path times = file("times.txt", "12\n6\n");
    Profile inLine = made(times, "--unit", "ms", "--speedup", "2:1.5,3:2");
    assertThat(inLine.maxDegree()).isEqualTo(3);
    assertThat(inLine.timeMs(0, 2)).isEqualTo(8);
    assertThat(inLine.timeMs(0, 3)).isEqualTo(6);
    Path table = file("speedups.csv", "degree,speedup\n1,1\n2,1.5\n3,2\n");
    Profile fromFile = made(times, "--unit", "ms", "--speedup", table, "--overwrite");
    assertThat(fromFile).isEqualTo(inLine);
  }

  @Test
  @Tag("long")
  void thePublishedDemandWithThePublishedSpeedupsIsThePublishedProfile() throws IOException {
    Profile published = SyntheticProfiles.named("few-to-many-lucene");
    var text = new StringBuilder("service_time_ms\n");
    for (int r = 0; r < published.requests(); r++) {
      text.append(published.timeMs(r, 1)).append('\n');
    }
    Profile made = made(file("times.csv", text.toString()), "--speedup", "few-to-many-lucene");
    assertThat(made.requests()).isEqualTo(published.requests());
    for (int r = 0; r < made.requests(); r += 97) {
      for (int degree = 1; degree <= 4; degree++) {
        assertThat(made.timeMs(r, degree)).isCloseTo(published.timeMs(r, degree), within(1e-9));
      }
    }
  }

  @Test
  void itIsSaidWhatWasAssumedHowMuchDependsOnItAndWhatIsNext() throws IOException {
    TimedFiles.Log log =
        TimedFiles.fifo(
            folder.resolve("log.csv"),
            3_000,
            1,
            0.4,
            10,
            random -> -10 * Math.log(1 - random.nextDouble()),
            5);
    Terminal run =
        assertDone(
            profile(
                log.file(),
                "--arrived",
                "arrived_ms",
                "--waiting",
                "fifo:1",
                "--cores",
                8,
                "--max-degree",
                4,
                "--speedup",
                "amdahl:0.9"));
    assertThat(run.out())
        .contains("1 worker in order of arrival", "weaker", "stronger", "as logged");
    assertThat(run.err()).contains("speedups are assumed, not measured");
    assertThat(run.err().lines().toList().getLast())
        .matches("Next: ./curtail plan --profile .*profile.json --cores 8 --out table.json");
    Terminal json =
        assertDone(
            profile(
                log.file(),
                "--json",
                "--max-degree",
                4,
                "--cores",
                8,
                "--speedup",
                "amdahl:0.9",
                "--arrived",
                "arrived_ms",
                "--overwrite"));
    JsonNode read = new ObjectMapper().readTree(json.out());
    JsonNode rows = read.path("dependence").path("rows");
    assertThat(rows).hasSize(3);
    double weaker = rows.path(0).path("gain").path("mean").asDouble();
    double stated = rows.path(1).path("gain").path("mean").asDouble();
    double stronger = rows.path(2).path("gain").path("mean").asDouble();
    assertThat(weaker).isGreaterThan(1).isLessThan(stated);
    assertThat(stronger).isGreaterThan(stated);
    assertThat(read.path("notes").toString()).contains("measured under load");
    assertDone(
        curtail(
            "capacity",
            "--profile",
            out(),
            "--cores",
            8,
            "--target-p99-ms",
            100,
            "--policies",
            "sequential",
            "--requests",
            1000));
  }

  @Test
  void momentsMayBeEndsDatesAndInAFileOfTheirOwn() throws IOException {
    String dates =
        """
        end,took_ms
        2026-01-31 12:00:00.030,10
        2026-01-31 12:00:00.010,10
        2026-01-31T12:00:00.022Z,12
        """;
    Profile made =
        made(
            file("access.csv", dates),
            "--ended",
            "end",
            "--waiting",
            "fifo:1",
            "--speedup",
            "2:1.5");
    assertThat(made.ascendingMs(1)).containsExactly(8, 10, 12);
    Path times = file("times.txt", "10\n12\n10\n");
    Path arrivals = file("arrivals.txt", "1000\n1010\n1020\n");
    Profile joined =
        made(
            times,
            "--unit",
            "ms",
            "--arrivals",
            arrivals,
            "--waiting",
            "fifo:1",
            "--speedup",
            "2:1.5",
            "--overwrite");
    assertThat(joined.ascendingMs(1)).containsExactly(8, 10, 12);
    assertUsageError(
        profile(
            times,
            "--unit",
            "ms",
            "--arrivals",
            file("two.txt", "1\n2\n"),
            "--speedup",
            "2:1.5",
            "--overwrite"),
        "two.txt: expected as many moments as there are durations, 3, found 2");
  }

  @Test
  void zerosListsAndEmptyFieldsAreSaid() throws IOException {
    Path log =
        file("log.jsonl", "{\"took_ms\":0}\n{\"took_ms\":[4,1,3]}\n{\"took_ms\":2}\n{\"a\":1}\n");
    Terminal run = assertDone(profile(log, "--speedup", "2:1.5"));
    assertThat(run.err())
        .contains(
            "1 line without a duration left out",
            "a list of durations counts with its median",
            "1 of 3 durations are 0 and count as half of the shortest other");
    assertThat(JsonFile.PROFILE.read(out()).ascendingMs(1)).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "took_ms;1;x    | amdahl:0.9 | log.csv:3: took_ms: expected a time of at least 0, found 'x'",
        "took_ms;1;-2   | amdahl:0.9 | log.csv:3: took_ms: expected a time of at least 0, found '-2'",
        "took;1;2       | amdahl:0.9 | nothing says in which unit the times of column took are; add --unit",
        "took_ms;0;0    | amdahl:0.9 | log.csv: expected durations above 0, found only 0",
        "took_ms        | amdahl:0.9 | log.csv: expected durations of requests, found names of columns only",
        "a_ms,b_ms;1,2  | amdahl:0.9 | cannot tell which column has the latencies; say it with --duration",
        "took_ms;1      | amdahl:1.5 | expected the share of a request that threads share, from 0 to 1, found 1.5",
        "took_ms;1      | amdahl:.9,fixed:5 | as in amdahl:0.9,fixed:50us, found 'amdahl:.9,fixed:5'",
        "took_ms;1      | 2:1.5,4:2  | --speedup: expected the speedup of degree 3, found that of degree 4",
        "took_ms;1      | 2:2.5      | --speedup: degree 2: expected a speedup above 0 and at most 2, found 2.5",
        "took_ms;1      | few-to-many-lucine | found 'few-to-many-lucine'; did you mean few-to-many-lucene",
      })
  void whatIsWrongIsNamedAndNothingIsWritten(String lines, String speedup, String complaint)
      throws IOException {
    Path log = file("log.csv", lines.replace(';', '\n'));
    assertUsageError(profile(log, "--speedup", speedup), complaint);
    assertThat(out()).doesNotExist();
  }

  @Test
  void optionsThatDoNotGoTogetherAreNamed() throws IOException {
    Path log = file("log.csv", "at,took_ms\n5,1\n6,1\n");
    assertUsageError(profile(log), "--speedup is missing", "a log of durations does not show it");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--index", "wiki"),
        "--index cannot be given together with --times");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--runs", 3),
        "--runs cannot be given together with --times");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--waiting", "alone"),
        "--waiting alone works only with --arrived, --ended or --arrivals");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--arrived", "at"),
        "nothing says in which unit the moments of at are; add --moment-unit");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--arrived", "when"),
        "--arrived: expected the name of a column, found 'when'");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--max-degree", 3),
        "--max-degree: expected a whole number from 1 to 2, found 3");
    assertUsageError(curtail("profile", "--speedup", "2:1.5"), "--speedup works only with --times");
    assertThat(out()).doesNotExist();
  }

  @Test
  void fewerWorkersThanThereWereAreRefused() throws IOException {
    TimedFiles.Log log =
        TimedFiles.fifo(
            folder.resolve("log.csv"), 2_000, 4, 0.8, 10, random -> 20 * random.nextDouble(), 5);
    assertUsageError(
        profile(log.file(), "--arrived", "arrived_ms", "--waiting", "fifo:1", "--speedup", "2:1.5"),
        "log.csv: --waiting fifo:1: expected requests that end after",
        "state more workers");
    assertThat(out()).doesNotExist();
  }

  @Test
  void arrivalsAreWrittenInTheOrderOfTheProfilesRequests() throws IOException {
    Path log = file("log.csv", "ended_ms,took_ms\n30,10\n10,10\n22,12\n");
    Path arrivals = folder.resolve("arrivals.txt");
    Profile made =
        made(
            log,
            "--ended",
            "ended_ms",
            "--waiting",
            "fifo:1",
            "--speedup",
            "2:1.5",
            "--arrivals-out",
            arrivals);
    assertThat(arrivals).hasContent("0.0\n10.0\n20.0");
    assertThat(List.of(made.timeMs(0, 1), made.timeMs(1, 1), made.timeMs(2, 1)))
        .containsExactly(10.0, 12.0, 8.0);
    Path none = folder.resolve("none.txt");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--arrivals-out", none, "--overwrite"),
        "--arrivals-out: expected arrival times and service times of the same requests");
    assertUsageError(
        profile(log, "--speedup", "2:1.5", "--arrivals-out", log, "--overwrite"),
        "--arrivals-out: expected another file than that of --times");
    assertThat(none).doesNotExist();
  }
}
