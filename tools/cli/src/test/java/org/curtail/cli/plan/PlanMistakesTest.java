package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanMistakesTest extends PlanCommandCase {
  @Test
  void tableAndPictureInOnePlaceAreMisuse() {
    assertThat(plan(with(GOAL, "--out", table.toString(), "--picture", table.toString())).misuse())
        .isEqualTo(
            table + ": expected different files for the two outputs, found the same file for both");
    assertThat(table).doesNotExist();
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
}
