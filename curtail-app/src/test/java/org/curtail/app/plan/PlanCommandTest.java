package org.curtail.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.json.IntervalTableJson;
import org.curtail.measurement.files.TableFile;
import org.curtail.measurement.terminal.Misuse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PlanCommandTest {
  /** The requests of the Few-to-Many paper's Figure 5. */
  private static final String FIGURE_5 =
      """
      {"format":"curtail-profile/1","maxDegree":3,"source":"Figure 5","timesMs":[
      [50,33.333333333333336,25],
      [150,100,75]]}
      """;

  private static final String[] GOAL = {
    "--cores", "6", "--target-parallelism", "6", "--degrees", "1,3", "--step-ms", "50"
  };

  @TempDir Path folder;
  private Path profile = Path.of("");
  private Path table = Path.of("");

  @BeforeEach
  void writeProfile() throws IOException {
    profile = folder.resolve("profile.json");
    table = folder.resolve("table.json");
    Files.writeString(profile, FIGURE_5);
  }

  /** What a run left on the two streams; {@code misuse} is the complaint or empty. */
  private record Outcome(int exitCode, String out, String err, String misuse) {}

  private static Outcome run(String... args) {
    PrintStream systemOut = System.out;
    PrintStream systemErr = System.err;
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var misuse = new StringBuilder();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int exitCode =
          new CommandLine(new PlanCommand())
              .setParameterExceptionHandler((failure, given) -> {
                misuse.append(failure.getMessage());
                return 2;
              })
              .setExecutionExceptionHandler((failure, command, parsed) -> {
                if (failure instanceof Misuse) {
                  misuse.append(failure.getMessage());
                  return 2;
                }
                throw failure;
              })
              .execute(args);
      return new Outcome(
          exitCode,
          out.toString(StandardCharsets.UTF_8),
          err.toString(StandardCharsets.UTF_8),
          misuse.toString());
    } finally {
      System.setOut(systemOut);
      System.setErr(systemErr);
    }
  }

  private Outcome plan(String... more) {
    return run(
        Stream.of(new String[] {"--profile", profile.toString()}, more)
            .flatMap(Arrays::stream)
            .toArray(String[]::new));
  }

  private static String[] with(String[] some, String... more) {
    return Stream.of(some, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  void printsTheTableAsThePaperDoesAndSaysWhereItIs() {
    Outcome outcome = plan(with(GOAL, "--out", table.toString()));
    assertThat(outcome.out())
        .startsWith(
            """
              load       t0        t1   tail ms   mean ms      threads   from best
            1 to 2    0, d3                75.0      50.0   3.0 to 6.0\
            """)
        .contains("     3    0, d1    50, d3     100.0      75.0          5.0")
        .contains("  >= 7   e1, d1   150, d3\n");
    assertThat(outcome.err()).contains("Wrote the table to " + table);
    assertThat(outcome.exitCode()).isZero();
    IntervalTable written = TableFile.read(table);
    assertThat(written.rows()).hasSize(6);
    assertThat(written.degrees()).containsExactly(1, 3);
    assertThat(written.row(3).startsMs()).containsExactly(0.0, 50.0, 50.0);
  }

  @Test
  void theTableIsFollowedByItsPictureThenByTimelines() {
    String out = plan(with(GOAL, "--out", table.toString())).out();
    assertThat(out.indexOf("tail ms")).isLessThan(out.indexOf("degree by time since arrival, ms"));
    assertThat(out.indexOf("degree by time since arrival, ms")).isLessThan(out.indexOf("alone ms"));
    assertThat(out)
        .contains("   3  1111", "   6   median demand       50.0")
        .doesNotContain("\u001b");
  }

  @Test
  void theSameInputGivesTheSameFile() throws IOException {
    plan(with(GOAL, "--out", table.toString()));
    String first = Files.readString(table);
    plan(with(GOAL, "--json", "--split-half", "--out", table.toString(), "--overwrite"));
    assertThat(table).hasContent(first);
    assertThat(first).doesNotContain("planning");
  }

  @Test
  void aPictureStandsAlone() throws IOException {
    Path picture = folder.resolve("new/table.svg");
    Outcome outcome = plan(with(GOAL, "--out", table.toString(), "--picture", picture.toString()));
    assertThat(outcome.err()).contains("Wrote a picture of it to " + picture);
    assertThat(Files.readString(picture)).startsWith("<svg").contains("load 3: degree 3");
    assertThat(plan(with(GOAL, "--json", "--picture", picture.toString())).misuse())
        .contains(picture.toString(), "--overwrite");
  }

  @Test
  void tableAndPictureInOnePlaceAreMisuse() {
    assertThat(plan(with(GOAL, "--out", table.toString(), "--picture", table.toString())).misuse())
        .isEqualTo(
            table + ": expected a place for each of two files, found the same place for both");
    assertThat(table).doesNotExist();
  }

  @Test
  void jsonSaysHowTheTableCameAbout() throws IOException {
    Outcome outcome =
        plan("--cores", "3", "--max-degree", "auto", "--step-ms", "25", "--split-half", "--json");
    JsonNode planning = new ObjectMapper().readTree(outcome.out()).get("planning");
    assertThat(planning.get("seconds").asDouble()).isPositive();
    assertThat(planning.at("/advice/maxDegree/value").asInt()).isEqualTo(3);
    assertThat(planning.at("/advice/targetParallelism/reason").asText()).contains("0.67");
    assertThat(planning.get("timelines")).hasSize(6);
    assertThat(planning.at("/timelines/0/phases/0/degree").asInt()).isEqualTo(3);
    assertThat(planning.at("/timelines/0/doneMs").asDouble()).isEqualTo(25);
    assertThat(planning.get("tails")).hasSize(5);
    assertThat(planning.at("/tails/0/lowMs").asDouble()).isEqualTo(25);
    assertThat(planning.at("/splitHalf/seed").asInt()).isEqualTo(1);
    assertThat(planning.at("/splitHalf/firstOnSecond")).hasSize(5);
    assertThat(planning.at("/splitHalf/firstOnSecond/0/ratio").asDouble()).isPositive();
  }

  @Test
  void splitHalfSaysItsSeedAndTwoLinesALoad() {
    Outcome outcome = plan(with(GOAL, "--split-half", "--seed", "7", "--out", table.toString()));
    assertThat(outcome.out()).contains("split-half, seed 7: planned on one half");
    String stability = outcome.out().substring(outcome.out().indexOf("split-half"));
    assertThat(stability.strip().lines()).hasSize(2 + 2 * 6);
    assertThat(stability).contains("25.0 to 75.0");
  }

  @Test
  void aProfileOfOneRequestHasNoHalves() throws IOException {
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"\",\"timesMs\":[[5]]}");
    assertThat(plan("--split-half", "--out", table.toString()).misuse())
        .isEqualTo("--split-half: one request cannot be divided into two halves");
    assertThat(table).doesNotExist();
  }

  @Test
  void aGreatestDegreeLeftToTheCommandIsExplained() {
    Outcome outcome = plan("--cores", "4", "--max-degree", "auto", "--degrees", "1,3", "--json");
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.err())
        .contains("--max-degree 3: the longest 5 % gain up to there, to a speedup of 2.00")
        .contains("--target-parallelism 6: 4 cores over 0.67, the efficiency of the longest 5 %");
  }

  @Test
  void printsNothingButJsonWhenAskedTo() throws IOException {
    Outcome outcome = plan(with(GOAL, "--json", "--out", table.toString()));
    assertThat(IntervalTableJson.read(new StringReader(outcome.out()), "standard output"))
        .isEqualTo(TableFile.read(table));
  }

  @Test
  void jsonNeedsNoFile() throws IOException {
    Outcome outcome = plan(with(GOAL, "--json"));
    assertThat(outcome.exitCode()).isZero();
    assertThat(IntervalTableJson.read(new StringReader(outcome.out()), "out").rows()).hasSize(6);
    assertThat(table).doesNotExist();
  }

  @Test
  void defaultsComeFromTheCoresAndTheProfile() {
    Outcome outcome = plan("--cores", "3", "--out", table.toString());
    assertThat(outcome.misuse()).isEmpty();
    IntervalTable written = TableFile.read(table);
    assertThat(written.targetParallelism()).isEqualTo(5);
    assertThat(written.maxDegree()).isEqualTo(3);
    assertThat(written.degrees()).containsExactly(1, 2, 3);
    assertThat(written.percentile()).isEqualTo(99);
    assertThat(written.stepMs()).isEqualTo(0.5);
    assertThat(written.rows()).hasSize(5);
  }

  @Test
  void fewerRowsThanTheTargetAreRemarkedOn() {
    Outcome outcome = plan(with(GOAL, "--max-load", "4", "--out", table.toString()));
    assertThat(outcome.out())
        .containsPattern(" 4 +0, d1 +\\S+, d3 +125\\.0 +\\S+ +\\S+ +\\S+ %\n")
        .containsPattern("5 to 6 +0, d1 +\\S+, d3 +- +- +- +-\n")
        .contains(">= 7");
    assertThat(outcome.err()).contains("loads from 5 to 6 use the row of 4");
  }

  @Test
  void rowsAboveTheTargetWaitForAnExit() {
    Outcome outcome = plan(with(GOAL, "--max-load", "8", "--out", table.toString()));
    assertThat(outcome.out()).contains("\n     7   e1, d1", "\n  >= 8   e1, d1");
  }

  @Test
  void timesThatCannotBePlannedForAreMisuseThatNamesTheirPlace() throws IOException {
    for (String timeMs : new String[] {"1e13", "1e-7"}) {
      Files.writeString(profile, FIGURE_5.replace(",100,", "," + timeMs + ","));
      assertThat(plan("--json").misuse())
          .isEqualTo(
              profile
                  + ", timesMs[1][1]: expected a time from 1.0E-6 to 1.0E12 ms, found "
                  + Double.parseDouble(timeMs));
    }
  }

  @Test
  void timesAtBothEndsOfTheRangeArePlannedFor() throws IOException {
    Files.writeString(
        profile,
        """
        {"format":"curtail-profile/1","maxDegree":2,"source":"","timesMs":[[1e-6,1e12],[1e12,1e-6]]}
        """);
    Outcome outcome = plan("--cores", "2", "--aggregate-speedups", "--json");
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    Files.writeString(
        profile,
        """
        {"format":"curtail-profile/1","maxDegree":2,"source":"","timesMs":[[1e-6,1e12]]}
        """);
    assertThat(plan("--cores", "2", "--json").misuse()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000", "1e13", "1e300", "1.7e308"})
  void aStepMayBeLongerThanAllTimes(String stepMs) {
    Outcome outcome = plan("--cores", "2", "--step-ms", stepMs, "--split-half", "--json");
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.err()).contains("a degree can only begin at once or never");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void aTargetLeftToTheCommandIsOneThatMayBeGiven() throws IOException {
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"\",\"timesMs\":[[5,4]]}");
    Outcome outcome = plan("--cores", "10000", "--max-load", "1", "--json");
    assertThat(outcome.err()).contains("--target-parallelism 10000: ", "; at most 10000");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void theProfileIsNeverReplacedByWhatIsMadeOfIt() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), profile);
    Path hardLink = Files.createLink(folder.resolve("hard.json"), profile);
    for (Path place : new Path[] {profile, link, hardLink, folder.resolve("./profile.json")}) {
      assertThat(plan(with(GOAL, "--out", place.toString(), "--overwrite")).misuse())
          .isEqualTo("--out: expected another file than that of --profile, found " + place);
      assertThat(plan(with(GOAL, "--json", "--picture", place.toString(), "--overwrite")).misuse())
          .isEqualTo("--picture: expected another file than that of --profile, found " + place);
    }
    assertThat(profile).hasContent(FIGURE_5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--cores              | 0       | --cores: expected a whole number from 1 to 10,000, found 0",
        "--cores              | 10001   | --cores: expected a whole number from 1 to 10,000, found 10001",
        "--cores              | many    | '--cores': 'many' is not an int",
        "--target-parallelism | -3      | --target-parallelism: expected a whole number from 1 to 10,000, found -3",
        "--target-parallelism | 10001   | --target-parallelism: expected a whole number from 1 to 10,000, found 10001",
        "--max-degree         | 0       | --max-degree: expected a whole number of at least 1, found 0",
        "--max-degree         | 9       | --max-degree: expected at most 3, the greatest degree that",
        "--max-degree         | 9       | has measured, found 9",
        "--max-degree         | some    | expected a whole number or auto, found 'some'",
        "--target-parallelism | 1.5     | expected a whole number or auto, found '1.5'",
        "--picture            | .       | .: expected a file to write, found a folder",
        "--seed               | x       | '--seed': 'x' is not a long",
        "--degrees            | 1,4     | has measured, found 4",
        "--degrees            | 2,3     | --degrees: expected ascending degrees that begin with 1, found [2, 3]",
        "--degrees            | 1,3,2   | --degrees: expected ascending degrees that begin with 1, found [1, 3, 2]",
        "--degrees            | 1,x     | '--degrees'",
        "--percentile         | 100.5   | --percentile: expected a number from 0 to 100, found 100.5",
        "--percentile         | NaN     | --percentile: expected a number from 0 to 100, found NaN",
        "--step-ms            | 0       | --step-ms: expected a number above 0, found 0",
        "--step-ms            | 1e-11   | --step-ms: expected a number of at least 2.0E-10, so that steps can be counted, found 1.0E-11",
        "--bins               | 0       | --bins: expected a whole number from 1 to 1,000,000, found 0",
        "--bins               | 1000001 | --bins: expected a whole number from 1 to 1,000,000, found 1000001",
        "--effort             | 0       | --effort: expected a whole number from 1 to 1,000,000,000, found 0",
        "--max-load           | 0       | --max-load: expected a whole number from 1 to 10,000, found 0",
        "--max-load           | 10001   | --max-load: expected a whole number from 1 to 10,000, found 10001",
        "--sloth              | 1       | '--sloth'"
      })
  void aBadValueIsMisuseThatNamesOptionValueAndWhatWasExpected(
      String option, String value, String message) {
    Outcome outcome = plan("--out", table.toString(), option, value);
    assertThat(outcome.misuse()).contains(message).doesNotContain("\n");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(table).doesNotExist();
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void aMaxDegreeThatContradictsTheDegreesIsMisuse() {
    assertThat(plan("--out", table.toString(), "--degrees", "1,2", "--max-degree", "3").misuse())
        .isEqualTo("--max-degree: expected 2, the greatest of --degrees, found 3");
  }

  @Test
  void withoutAPlaceTheTableIsShownAndTheUserToldHowToKeepIt() {
    Outcome outcome = plan(GOAL);
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("  load       t0        t1");
    assertThat(outcome.err())
        .contains(
            "Nothing was written: the table is only shown above. To keep it:\n  curtail plan ")
        .endsWith(" --out table.json\n");
    assertThat(table).doesNotExist();
  }

  @Test
  void aTableThatIsThereIsOnlyReplacedWhenAskedTo() throws IOException {
    Files.writeString(table, "precious");
    assertThat(plan(with(GOAL, "--out", table.toString())).misuse()).contains("--overwrite");
    assertThat(table).hasContent("precious");
    assertThat(plan(with(GOAL, "--out", table.toString(), "--overwrite")).exitCode()).isZero();
    assertThat(TableFile.read(table).rows()).hasSize(6);
  }

  @Test
  void aMissingProfileIsMisuse() throws IOException {
    Files.delete(profile);
    assertThat(plan("--json").misuse()).isEqualTo("no such file: " + profile);
  }

  @Test
  void aFolderInPlaceOfAProfileIsMisuse() {
    assertThat(run("--json", "--profile", folder.toString()).misuse())
        .isEqualTo(folder + ": expected a profile, found a folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "no JSON", "{\"format\":\"curtail-results/1\"}"})
  void aBrokenProfileIsMisuseThatNamesFileAndLine(String text) throws IOException {
    Files.writeString(profile, text);
    assertThat(plan("--json").misuse()).startsWith(profile + ", line 1, column ");
  }

  @Test
  void bytesThatAreNoTextAreMisuse() throws IOException {
    Files.write(profile, new byte[] {'{', (byte) 0xff, (byte) 0xfe});
    assertThat(plan("--json").misuse())
        .isEqualTo(profile + ": expected a profile, found bytes that are not UTF-8 text");
  }

  @Test
  void helpShowsAnExample() {
    Outcome outcome = run("--help");
    assertThat(outcome.out()).contains("Example", "  curtail plan --profile profile.json");
    assertThat(outcome.exitCode()).isZero();
  }
}
