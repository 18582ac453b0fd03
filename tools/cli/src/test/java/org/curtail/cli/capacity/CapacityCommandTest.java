package org.curtail.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(300)
class CapacityCommandTest {
  @TempDir Path folder;
  private Path profile = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void writeProfile() throws IOException {
    out = folder.resolve("capacity.json");
    var times = new StringBuilder();
    for (int r = 1; r <= 100; r++) {
      // Long requests come closer to the degree than short ones.
      times.append(r > 1 ? "," : "").append("[%d,%.3f]".formatted(r, r * 0.6 + 0.5 / r));
    }
    profile =
        Files.writeString(
            folder.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\",\"timesMs\":["
                + times
                + "]}");
  }

  private Terminal capacity(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("capacity", "--profile", profile, "--cores", 4, "--requests", 1000));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  @Test
  @Tag("long")
  void everyPolicyStandsBesideTheLimitWithItsShareOfServersAndThoseLeftOutAreNamed()
      throws IOException {
    Terminal run = capacity("--target-p99-ms", 140, "--out", out);
    assertDone(run);
    assertThat(run.err()).containsPattern("note: \\d+ more policies are possible with --policies");
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo("4 cores, p99 at most 140 ms, 1,000 requests in each trace, seed 1");
    assertThat(lines.get(2)).contains("policy", "requests/s", "times sequential", "servers", "p99");
    assertThat(lines.get(3)).startsWith("sequential ").contains("1.00", "100 %");
    assertThat(lines.get(4)).startsWith("fixed-2 ");
    assertThat(run.out()).contains("adaptive", "limit", "Most load with a p99 of at most 140 ms");
    JsonNode json = new ObjectMapper().readTree(out.toFile());
    assertThat(json.get("format").asText()).isEqualTo("curtail-capacity/1");
    assertThat(json.get("reference").asText()).isEqualTo("sequential");
    double limit = json.get("limit").get("perSecond").asDouble();
    for (JsonNode line : json.get("policies")) {
      assertThat(line.get("answer").asText()).as(line.toString()).isEqualTo("carries");
      assertThat(line.get("perSecond").asDouble()).isBetween(1.0, limit);
      assertThat(line.get("lowPerSecond").asDouble())
          .isLessThanOrEqualTo(line.get("perSecond").asDouble());
      assertThat(line.get("tailMs").asDouble()).isBetween(130.0, 140.0);
      assertThat(line.get("servers").asDouble() * line.get("times").asDouble())
          .isBetween(0.999, 1.001);
      assertThat(line.get("utilisation").asDouble()).isBetween(0.1, 1.0);
    }
  }

  @Test
  @Tag("long")
  void theSameSeedGivesTheSameFileAndItsCommandMakesItAgain() throws IOException {
    Object[] words = {"--target-ms", 140, "--policies", "fixed-2", "--out", out, "--overwrite"};
    capacity(words);
    String first = Files.readString(out);
    String command = new ObjectMapper().readTree(first).get("command").asText();
    assertThat(command).startsWith("./curtail capacity ").contains("--seed 1");
    List<Object> again = new ArrayList<>(List.of((Object[]) command.split(" ")));
    again.removeFirst();
    again.add("--overwrite");
    Files.delete(out);
    assertThat(curtail(again.toArray()).exitCode()).isZero();
    assertThat(out).hasContent(first);
  }

  @Test
  void whatNoLoadMeetsAndWhatEveryLoadMeetsIsSaid() {
    Terminal strict = capacity("--target-p99-ms", 65, "--policies", "sequential,fixed-2");
    assertThat(strict.out())
        .contains("sequential misses the target even on an idle machine: p99 99")
        .contains("times fixed-2");
    Terminal loose = capacity("--target-p99-ms", 1e6, "--policies", "sequential");
    assertThat(loose.out()).contains("sequential meets the target at every stable rate");
    assertThat(loose.err()).contains("a trace of 1,000 requests hides");
  }

  @Test
  void noTraceIsAskedForThatIsLongerThanAllowed() {
    Terminal loose = capacity("--target-p99-ms", 1e9, "--policies", "sequential");
    assertThat(loose.err())
        .contains("even --requests 1000000, the greatest number, would not show it")
        .doesNotContain("use --requests");
  }

  @Test
  void nothingIsLeftOutIfPoliciesAreNamed() {
    assertThat(capacity("--target-p99-ms", 140, "--policies", "fixed-2").err())
        .doesNotContain("more policies");
  }

  @Test
  void aNoteThatIsTrueOfManyPoliciesStandsOnce() {
    Terminal run =
        curtail(
            "capacity",
            "--profile",
            "few-to-many-lucene",
            "--cores",
            4,
            "--target-p99-ms",
            1500,
            "--requests",
            1000,
            "--policies",
            "sequential,fixed-2");
    assertDone(run);
    List<String> notes = run.err().lines().filter(line -> line.startsWith("note: ")).toList();
    for (String said : List.of("hides unlimited growth of the queue", "the interval is up to")) {
      assertThat(notes.stream().filter(note -> note.contains(said)))
          .singleElement()
          .asString()
          .startsWith("note: sequential, fixed-2: ");
    }
  }

  @Test
  void theExampleOfTheHelpCanBePasted() {
    String help = new CommandLine(new CapacityCommand()).getUsageMessage();
    assertThat(help.substring(help.indexOf("  curtail capacity --profile")).lines())
        .hasSize(2)
        .allMatch(line -> line.endsWith(" \\") || line.endsWith("few-to-many"));
  }

  @Test
  void anotherPercentileIsAnotherTarget() {
    Terminal median =
        capacity("--target-ms", 60, "--percentile", 50, "--policies", "sequential", "--json");
    assertDone(median);
    assertThat(median.out()).contains("\"percentile\" : 50.0", "\"answer\" : \"carries\"");
  }

  @Test
  @Tag("long")
  void fewToManyIsThereIfThereIsATable() throws IOException {
    Path table = folder.resolve("table.json");
    assertThat(curtail("plan", "--profile", profile, "--cores", 4, "--out", table).exitCode())
        .isZero();
    Terminal run = capacity("--target-ms", 140, "--table", table, "--json");
    assertThat(run.out()).contains("\"few-to-many\"").doesNotContain("few-to-many-published\",");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--target-p99-ms 50 | expected at least 59",
        "--target-p99-ms 0 | --target-p99-ms: expected a number above 0 and at most",
        "--target-p99-ms NaN | --target-p99-ms: expected a number, found 'NaN'",
        "--target-p99-ms 140 --percentile 100 | --percentile: expected a number above 0",
        "--target-p99-ms 140 --requests 10 | --requests: expected a whole number from 1,000",
        "--target-p99-ms 140 --policies fifo | no policy is named 'fifo'",
        "--target-p99-ms 140 --policies few-to-many | needs an interval table (--table TABLE)",
        "--target-p99-ms 140 --policies clairvoyant | --policies: expected a number behind clairvoyant",
        "--target-p99-ms 140 --policies fixed-3 | expected at most the degree 2",
        "--target-p99-ms 140 --cores 0 | --cores: expected a whole number from 1",
      })
  void mistakesAreNamedAndLeaveNothing(String options, String complaint) {
    var words = new ArrayList<Object>(List.of("capacity", "--profile", profile, "--out", out));
    words.addAll(List.of(options.split(" ")));
    Terminal run = curtail(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).contains(complaint);
    assertThat(run.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void aProfileMayStandInThePlaceOfALog() {
    Object[] words = {"--cores", 4, "--requests", 1000, "--policies", "sequential"};
    var line = new ArrayList<Object>(List.of("capacity", profile, "--target-p99-ms", 140));
    line.addAll(List.of(words));
    Terminal run = curtail(line.toArray());
    assertDone(run);
    assertThat(run.out())
        .isEqualTo(capacity("--target-p99-ms", 140, "--policies", "sequential").out());
  }

  @Test
  void aTargetIsNeeded() {
    Terminal run = curtail("capacity", "--profile", profile);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains("--target-p99-ms");
  }
}
