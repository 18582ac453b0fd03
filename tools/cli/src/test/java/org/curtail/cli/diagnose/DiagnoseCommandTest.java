package org.curtail.cli.diagnose;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Group;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.results.Observing;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.SmallText;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code diagnose} on an index small enough for a test. */
@Timeout(300)
class DiagnoseCommandTest {
  private static final double ROUNDING_MS = 1e-4;

  @TempDir static Path shared;
  private static Path index;
  private static Path queries;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    index = shared.resolve("index");
    assertDone(
        curtail("index", SmallText.write(shared.resolve("text.jsonl"), 1500), "--out", index));
    var lines = new StringBuilder();
    for (int q = 0; q < 30; q++) {
      lines.append((char) ('a' + q % 26)).append("ax ").append((char) ('a' + q % 7)).append("bx\n");
    }
    queries = Files.writeString(shared.resolve("queries.txt"), lines);
  }

  private Terminal diagnose(Object... more) {
    var words = new ArrayList<Object>(List.of("diagnose", "--index", index, "--queries", queries));
    words.addAll(List.of("--load", "0.2", "--repeats", 2));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private static Diagnosed diagnosed(Path file) {
    return requireNonNull(ResultsFile.read(file).diagnosis());
  }

  private static double sum(List<Double> ms) {
    return ms.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static void assertPartsAddUp(Diagnosed diagnosed) {
    for (Group group : diagnosed.percentiles()) {
      assertThat(sum(group.ms())).isCloseTo(group.latencyMs(), within(ROUNDING_MS));
    }
    for (Group group : diagnosed.groups()) {
      assertThat(sum(group.ms())).isCloseTo(group.latencyMs(), within(ROUNDING_MS));
    }
    for (SlowRequest request : diagnosed.slowest()) {
      double atMs = 0;
      for (Span span : request.spans()) {
        assertThat(span.fromMs()).isCloseTo(atMs, within(ROUNDING_MS));
        assertThat(sum(span.ms())).isCloseTo(span.toMs() - span.fromMs(), within(ROUNDING_MS));
        atMs = span.toMs();
      }
      assertThat(atMs).isCloseTo(request.latencyMs(), within(ROUNDING_MS));
    }
  }

  @Test
  void theTimeOfEveryRequestIsGivenToCausesAndTheCostOfThatIsTold() throws IOException {
    Path out = folder.resolve("diagnosis.json");
    Terminal run = assertDone(diagnose("--requests", 200, "--observer-rate", 1000, "--out", out));

    Diagnosed diagnosed = diagnosed(out);
    // 100 in each of two blocks, of which the first and the last five do not count.
    assertThat(diagnosed.requests()).isEqualTo(180);
    assertThat(diagnosed.slowest()).hasSize(10);
    assertPartsAddUp(diagnosed);
    assertThat(diagnosed.signals()).isNotEmpty();
    Observing observing = requireNonNull(diagnosed.observing());
    assertThat(requireNonNull(observing.cost()).blocks()).isEqualTo(2);
    assertThat(requireNonNull(observing.observer()).askedPerSecond()).isEqualTo(1000);
    assertThat(run.out())
        .contains("p50", "p99", "the slowest requests", "cost, beside 2 blocks without")
        .contains("The slowest 1 % of 180 requests took ");
    assertThat(run.err()).contains("Wrote the diagnosis to", "Next: ./curtail report");

    Path page = folder.resolve("page.html");
    assertDone(curtail("report", out, "--out", page));
    assertThat(Files.readString(page))
        .contains("The parts of the time, from fast to slow", "The slowest requests")
        .contains("How it was observed");
  }

  @Test
  @Tag("long")
  void jsonIsAllThatIsPrinted() throws IOException {
    Terminal run = assertDone(diagnose("--requests", 60, "--observer-rate", 0, "--json"));

    var json = new ObjectMapper().readTree(run.out());
    assertThat(json.get("kind").asText()).isEqualTo("diagnose");
    assertThat(json.get("diagnosis").get("requests").asInt()).isEqualTo(56);
    assertThat(json.get("diagnosis").get("observing").has("observer")).isFalse();
  }

  @Test
  @Tag("long")
  void aRecordingGivesTheSameRequestsAgain() {
    Path recording = folder.resolve("recording.jfr");
    Path again = folder.resolve("again.json");
    assertDone(diagnose("--requests", 100, "--record", recording));

    Terminal run = assertDone(curtail("diagnose", recording, "--out", again));

    Diagnosed diagnosed = diagnosed(again);
    // Including those at the begin and end of a block, but none of the warm-up.
    assertThat(diagnosed.requests()).isEqualTo(100);
    assertThat(diagnosed.signals()).anyMatch(signal -> signal.name().equals("CPU time"));
    assertPartsAddUp(diagnosed);
    assertThat(diagnosed.observing()).isNull();
    assertThat(run.out()).contains("the slowest requests");
  }

  @Test
  void aKnownCauseIsHeldAgainstWhatWasNamed() {
    Path out = folder.resolve("lock.json");
    Terminal run =
        assertDone(
            diagnose(
                "--requests",
                200,
                "--inject",
                "lock",
                "--inject-share",
                "0.05",
                "--inject-ms",
                150,
                "--out",
                out));

    Results results = ResultsFile.read(out);
    Injected injected = requireNonNull(requireNonNull(results.diagnosis()).injected());
    Injected.Kind lock = injected.kinds().getFirst();
    assertThat(lock.affected()).isEqualTo(10);
    assertThat(lock.cause()).isEqualTo("blocked");
    // 150, less the pauses of the JVM meanwhile, which are a cause of their own.
    assertThat(requireNonNull(lock.truthMs())).isBetween(75.0, 1e6);
    // Searches take less than a millisecond, so a lock of 150 stands out on a busy machine too.
    assertThat(lock.slow()).isGreaterThanOrEqualTo(5);
    assertThat(lock.right()).isGreaterThan(lock.slow() / 2);
    assertThat(injected.matrix().getFirst().name()).isEqualTo("lock");
    assertThat(run.out()).contains("named cause (columns)");
    Observing observing = requireNonNull(requireNonNull(results.diagnosis()).observing());
    // Injections would hide the cost of observing.
    assertThat(observing.cost()).isNull();
    Observing.Looks looks = requireNonNull(observing.observer());
    assertThat(looks.askedPerSecond()).isEqualTo(200);
    assertThat(looks.chosenPerSecond()).isEqualTo(200);
    assertThat(requireNonNull(looks.processShare())).isBetween(0.0, 0.1);
    assertThat(run.out()).contains("200 were asked for", "of the CPU time of the process");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --load 0 | --load: expected a number above 0 and at most 2, found 0
          --load 3 | --load: expected a number above 0 and at most 2, found 3
          --repeats 0 | --repeats: expected a whole number from 1 to 1,000,000, found 0
          --requests 39 | --requests: expected at least 40, which is 20 for each of 2 blocks, found 39
          --observer-rate -1 | --observer-rate: expected a number from 0 to 1,000,000, found -1
          --cores 0 | --cores: expected a whole number from 1 to
          --policy sequentiel | --policy: no policy is named 'sequentiel'; curtail policies lists all; did you mean sequential?
          --policy tail-index | (--profile FILE)
          --policy clairvoyant-5 --profile few-to-many-lucene | --policy: 'clairvoyant-5' needs each request's demand in advance
          --inject lok | found 'lok'; did you mean lock?
          --inject lock,lock | --inject: expected each value once, found lock twice
          --inject-share 0.1 | --inject-share works only with --inject, which is missing
          --inject-ms 5 | --inject-ms works only with --inject, which is missing
          --inject lock --inject-share 0.5 | --inject-share: expected a number from 0.001 to 0.1, found 0.5
          --inject lock --inject-ms 0 | --inject-ms: expected a number from 1 to 10,000, found 0
          """)
  void whatMakesNoSenseIsRejectedBeforeAnythingIsDone(String line, String complaint) {
    var words = new ArrayList<Object>(List.of((Object[]) line.split(" ", -1)));
    if (!line.contains("--repeats")) {
      words.addAll(List.of("--repeats", 2));
    }
    var all = new ArrayList<Object>(List.of("diagnose", "--index", index, "--queries", queries));
    all.addAll(words);

    assertUsageError(curtail(all.toArray()), complaint);
  }

  @Test
  void anAccessLogIsToldFromARecordingWithTheNextStep() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("access.log"),
            "10.0.0.1 - - [14/Nov/2023:22:13:20 +0000] \"GET /a HTTP/1.1\" 200 512 rt=0.008\n");
    assertUsageError(
        curtail("diagnose", log),
        log + ": expected a recording of the Flight Recorder, of a service with",
        "A log of latencies cannot show why requests were slow",
        "curtail capacity " + log,
        "curtail reissue --log " + log,
        "curtail traces");
  }

  @Test
  void aFileThatIsNoRecordingIsRejected() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.jfr"), "no recording");

    assertUsageError(curtail("diagnose", file), file.toString());
    assertUsageError(curtail("diagnose", folder), "expected a recording of the Flight Recorder");
    assertUsageError(curtail("diagnose", folder.resolve("none.jfr")), "no such file: ");
    assertUsageError(
        curtail("diagnose", file, "--load", "0.5"),
        "--load cannot be given together with RECORDING");
    assertUsageError(
        curtail("diagnose", file, "--index", index),
        "--index cannot be given together with RECORDING");
    assertUsageError(curtail("diagnose"), "--index is missing", "a recording");
  }
}
