package org.curtail.app;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.curtail.app.files.TableFile;
import org.curtail.app.terminal.Misuse;
import org.curtail.json.IntervalTableJson;
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
        .isEqualTo(
            """
            load       t0        t1   tail ms   mean ms   threads
               1    0, d3                75.0      50.0       3.0
               2    0, d3                75.0      50.0       6.0
               3    0, d1    50, d3     100.0      75.0       5.0
               4    0, d1   100, d3     125.0      87.5       5.1
               5    0, d1   150, d3     150.0     100.0       5.0
               6    0, d1   150, d3     150.0     100.0       6.0
            >= 7   e1, d1   150, d3
            """);
    assertThat(outcome.err()).contains("Wrote the table to " + table);
    assertThat(outcome.exitCode()).isZero();
    IntervalTable written = TableFile.read(table);
    assertThat(written.rows()).hasSize(6);
    assertThat(written.degrees()).containsExactly(1, 3);
    assertThat(written.row(3).startsMs()).containsExactly(0.0, 50.0, 50.0);
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
    assertThat(outcome.out()).contains("4 to 6").contains(">= 7");
    assertThat(outcome.err()).contains("loads from 5 to 6 use the row of 4");
  }

  @Test
  void rowsAboveTheTargetWaitForAnExit() {
    Outcome outcome = plan(with(GOAL, "--max-load", "8", "--out", table.toString()));
    assertThat(outcome.out().lines()).last().asString().startsWith(">= 8   e1, d1");
    assertThat(outcome.out()).contains("7   e1, d1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--cores              | 0       | --cores: expected a number of at least 1, found 0",
        "--cores              | many    | '--cores': 'many' is not an int",
        "--target-parallelism | -3      | --target-parallelism: expected a number of at least 1, found -3",
        "--max-degree         | 0       | --max-degree: expected a number of at least 1, found 0",
        "--max-degree         | 9       | --max-degree: expected at most what",
        "--max-degree         | 9       | has measured, 3, found 9",
        "--degrees            | 1,4     | has measured, 3, found 4",
        "--degrees            | 2,3     | --degrees: expected ascending degrees that begin with 1, found [2, 3]",
        "--degrees            | 1,3,2   | --degrees: expected ascending degrees that begin with 1, found [1, 3, 2]",
        "--degrees            | 1,x     | '--degrees'",
        "--percentile         | 100.5   | --percentile: expected a number from 0 to 100, found 100.5",
        "--percentile         | NaN     | --percentile: expected a number from 0 to 100, found NaN",
        "--step-ms            | 0       | --step-ms: expected a number above 0, found 0.0",
        "--step-ms            | 1e-9    | --step-ms: a step of 0.000000001 ms makes",
        "--max-load           | 0       | --max-load: expected a number of at least 1, found 0",
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
        .isEqualTo("--max-degree: expected the greatest of --degrees, 2, found 3");
  }

  @Test
  void noPlaceForTheTableIsMisuse() {
    assertThat(plan(GOAL).misuse()).startsWith("--out: expected a file");
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
    assertThat(outcome.out()).contains("Example: curtail plan --profile profile.json");
    assertThat(outcome.exitCode()).isZero();
  }
}
