package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsFileTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadBackTheSame() throws IOException {
    for (Results results :
        List.of(
            SampleResults.twoCores(),
            SampleResults.fifteenCores(),
            SampleResults.bare(),
            SampleResults.emulated(),
            SampleResults.stepped(),
            SampleResults.ranked(),
            SampleResults.extreme(),
            SampleWorkflow.results(),
            SampleDecisions.results(),
            SampleDiagnosis.results(),
            SampleEnergy.results(),
            SampleEnergy.withoutWatts())) {
      Path file = file(json(results));

      Results read = ResultsFile.read(file);

      assertThat(json(read)).isEqualTo(json(results));
      assertThat(read.runs()).isEqualTo(results.runs());
      assertThat(read.table()).isEqualTo(results.table());
      assertThat(read.demand()).isEqualTo(results.demand());
      assertThat(read.emulated()).isEqualTo(results.emulated());
      assertThat(read.steps()).isEqualTo(results.steps());
      assertThat(read.diagnosis()).isEqualTo(results.diagnosis());
      assertThat(read.decisions()).isEqualTo(results.decisions());
    }
  }

  @Test
  void whatNoChangingLoadHasIsNotWritten() throws IOException {
    assertThat(json(SampleResults.emulated())).doesNotContain("\"steps\"");
    assertThat(json(SampleResults.stepped()))
        .contains("\"steps\" : [", "\"steadyFromSeconds\"", "\"againstSequential\"");
  }

  @Test
  void whatOnlySearchesInOrderHaveStandsAmongTheFieldsOfTheirRuns() throws IOException {
    JsonNode runs = new ObjectMapper().readTree(json(SampleResults.ranked())).get("runs");

    assertThat(runs.get(2).get("policy").asText()).isEqualTo("adaptive/coarse");
    assertThat(runs.get(2).get("chunksVisited").asDouble()).isEqualTo(90.25);
    assertThat(runs.get(2).get("speculativeShare").asDouble()).isEqualTo(0.335);
    assertThat(runs.get(2).get("mostChunksBeyondSequential").asInt()).isEqualTo(92);
    assertThat(runs.get(2).get("quality").get("proportional").asDouble()).isEqualTo(-0.0004);
    assertThat(runs.get(2).get("quality").get("exponential").asDouble()).isEqualTo(0.0003);
    assertThat(runs.get(2).get("lossRate").asDouble()).isPositive();
    assertThat(runs.get(2).get("quality").size()).isEqualTo(2);
    assertThat(runs.get(3).has("chunksVisited")).isFalse();
    assertThat(runs.get(3).has("quality")).isTrue();
    assertThat(json(SampleResults.twoCores()))
        .doesNotContain("chunksVisited", "quality", "\"ranked\"");
  }

  @Test
  void aQualityThatIsNoNumberIsNamed() throws IOException {
    Path file =
        file(
            json(SampleResults.ranked())
                .replaceFirst("\"exponential\" : 0.0", "\"exponential\" : \"good\""));

    assertThatThrownBy(() -> ResultsFile.read(file))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith(
            "runs[0].quality.exponential: expected a finite number, found \"good\"");
  }

  @Test
  void whatNoEmulationHasIsNotWritten() throws IOException {
    assertThat(json(SampleResults.fifteenCores())).doesNotContain("\"emulated\"");
    assertThat(json(SampleResults.emulated()))
        .contains("\"emulated\" : [", "\"simulatedP99Ms\"")
        .doesNotContain("\"claims\"");
  }

  @Test
  void anEmulatedRunThatLacksAFieldIsNamed() throws IOException {
    Path file = file(json(SampleResults.emulated()).replace("\"chunkError\"", "\"chunkErr\""));

    assertThatThrownBy(() -> ResultsFile.read(file))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("emulated[0]")
        .hasMessageContaining("chunkError");
  }

  @Test
  void theFormatComesFirstAndTheTableBringsItsOwn() throws IOException {
    String json = json(SampleResults.twoCores());

    assertThat(json).startsWith("{\n  \"format\" : \"curtail-results/1\",\n  \"kind\"");
    assertThat(json).contains("\"format\" : \"curtail-interval-table/1\"");
  }

  @Test
  void settingsKeepTheirOrder() throws IOException {
    Results results = SampleResults.twoCores();

    Results read = ResultsFile.read(file(json(results)));

    assertThat(read.settings().keySet()).containsExactlyElementsOf(results.settings().keySet());
  }

  @Test
  void aFieldFromALaterVersionIsLeftAlone() throws IOException {
    String json =
        json(SampleResults.bare())
            .replace("\"seed\" : 1", "\"weather\" : {\"sky\" : null}, \"seed\" : 1");

    assertThat(ResultsFile.read(file(json))).isEqualTo(SampleResults.bare());
  }

  @Test
  void aRunOfAnEarlierVersionKnowsNoDemandAndHasNoTarget() throws IOException {
    String json =
        json(SampleResults.fifteenCores())
            .replaceAll(",\\s*\"(knowsDemand|tuned|lateShare|leastLateShare)\" : [^,}]+", "");
    assertThat(json).contains("clairvoyant").doesNotContain("knowsDemand", "tuned", "ateShare");

    assertThat(ResultsFile.read(file(json)).runs())
        .hasSameSizeAs(SampleResults.fifteenCores().runs())
        .allMatch(run -> !run.knowsDemand() && run.tuned() == null && run.lateShare() == null);
  }

  @Test
  void aTableOfAnEarlierVersionProvesNothing() throws IOException {
    String json =
        json(SampleResults.twoCores())
            .replaceAll(",\\s*\"boundMs\" : [0-9.]+,\\s*\"optimal\" : (true|false)", "");

    Results read = ResultsFile.read(file(json));

    assertThat(json).doesNotContain("optimal");
    assertThat(Objects.requireNonNull(read.table()).rows())
        .hasSize(4)
        .allMatch(row -> row.boundMs() == 0 && !row.optimal());
  }

  @Test
  void aProofWithoutItsOtherHalfIsRejected() throws IOException {
    String json =
        json(SampleResults.twoCores()).replaceFirst(",\\s*\"optimal\" : (true|false)", "");

    assertThatThrownBy(() -> ResultsFile.read(file(json)))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith("table.rows[0]: expected the field \"optimal\", found none");
  }

  /** Each row has the replaced text, its replacement, and the error. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          "curtail-results/1" | "curtail-results/2" | 2: format: expected one of "curtail-results/1", "curtail-energy/1", found "curtail-results/2"
          "bench" | "guess" | 3: kind: expected one of "bench", "simulate", "reproduce", "tune-chunks", "early-termination", "grid", "automatic", "workflow", "diagnose", found "guess"
          "bench" | 3 | 3: kind: expected a text, found 3
          "seed" : 1 | "seeds" : 1 | 1: expected the field "seed", found none
          "seed" : 1 | "seed" : 1.5 | 4: seed: expected a whole number, found 1.5
          "cores" : 1 | "cores" : 9999999999 | 5: cores: expected a whole number from -2147483648 to 2147483647, found 9999999999
          "meanMs" : 0.0 | "meanMs" : NaN | 26: runs[0].meanMs: expected a finite number, found NaN
          "meanMs" : 0.0 | "meanMs" : 1e999 | 26: runs[0].meanMs: expected a finite number, found Infinity
          "meanMs" : 0.0 | "meanMs" : "fast" | 26: runs[0].meanMs: expected a finite number, found "fast"
          "meanMs" : 0.0 | "meanMs" : null | 26: runs[0].meanMs: expected a finite number, found null
          [ 0.0, 0.0 ] | [ 0.0 ] | 33: runs[0].p99SpreadMs: expected two numbers, low and high, found a list of 1
          "settings" : { } | "settings" : [] | 7: settings: expected an object, found a list of 0
          "seed" : 1 | "seed" ; 1 | 4: expected JSON: Unexpected character (';' (code 59)): was expecting a colon to separate field name and value
          "cores" : 1 | "seed" : 1 | 5: expected JSON: Duplicate field 'seed'
          """)
  void aBrokenFileIsNamedWithLineFieldAndExpectation(String part, String broken, String complaint)
      throws IOException {
    Path file = file(json(SampleResults.bare()).replaceFirst(Pattern.quote(part), broken));

    assertThatThrownBy(() -> ResultsFile.read(file))
        .isInstanceOf(UsageError.class)
        .hasMessage(file + ":" + complaint);
  }

  @Test
  void anImpossibleTableIsRejectedByItsOwnRules() throws IOException {
    Path file = file(json(SampleResults.twoCores()).replaceFirst("0\\.0, 24\\.0", "30.0, 24.0"));

    assertThatThrownBy(() -> ResultsFile.read(file))
        .isInstanceOf(UsageError.class)
        .hasMessageMatching(
            ".*:\\d+: table.rows\\[2]: startsMs of load 3 must be finite, not negative and not decreasing: .*");
  }

  @Test
  void anEmptyFileAMissingOneAndAFolderAreSaidInOneLine() throws IOException {
    Path empty = file("");
    Path missing = folder.resolve("missing.json");

    assertThatThrownBy(() -> ResultsFile.read(empty))
        .isInstanceOf(UsageError.class)
        .hasMessage(empty + ": expected JSON, found an empty file");
    assertThatThrownBy(() -> ResultsFile.read(missing))
        .isInstanceOf(UsageError.class)
        .hasMessage("no such file: " + missing);
    assertThatThrownBy(() -> ResultsFile.read(folder))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void aNumberThatIsNotFiniteIsNotWritten() {
    Results bare = SampleResults.bare();
    Results broken =
        new Results(
            bare.kind(),
            1,
            1,
            "",
            Map.of("share", Double.NaN),
            null,
            null,
            bare.noise(),
            bare.runs(),
            bare.verdict());
    var writer = new StringWriter();

    assertThatThrownBy(() -> ResultsFile.write(broken, writer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("settings.share is not a finite number: NaN");
    assertThat(writer.toString()).isEmpty();
  }

  @Test
  void whatWasInterruptedAndWhatToDoNextIsReadAsItWasWritten() throws IOException {
    var stopped =
        new Interruption(3, 40, "blocks", List.of(new Interruption.Missing("few-to-many", 0.7)));
    Results results = SampleResults.inconclusive(stopped);

    assertThat(json(results)).contains("\"outcome\" : \"too-few\"");
    Results read = ResultsFile.read(file(json(results)));
    assertThat(read.interrupted()).isEqualTo(results.interrupted());
    assertThat(read.verdict()).isEqualTo(results.verdict());
  }

  @Test
  void aVerdictOfBeforeThereWasAnOutcomeIsReadByItsWords() throws IOException {
    Results bare = SampleResults.bare();
    Path old = file(json(bare));
    assertThat(Files.readString(old)).doesNotContain("outcome", "next");

    assertThat(ResultsFile.read(old).verdict().isGiven()).isTrue();
    Verdict none = new Verdict("No verdict: 4 blocks are too few.", List.of());
    assertThat(ResultsFile.read(file(json(bare.judged(none)))).verdict().isGiven()).isFalse();
  }

  @Test
  void anOutcomeThatDoesNotExistIsNamed() throws IOException {
    Path file = file(json(SampleResults.inconclusive(null)).replace("too-few", "splendid"));

    assertThatThrownBy(() -> ResultsFile.read(file))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("verdict.outcome: expected one of \"difference\", ")
        .hasMessageEndingWith("found \"splendid\"");
  }

  private Path file(String content) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "results", ".json"), content);
  }

  private static String json(Results results) throws IOException {
    var writer = new StringWriter();
    ResultsFile.write(results, writer);
    return writer.toString();
  }
}
