package org.curtail.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RankFieldTest {
  @TempDir private Path folder;

  private Path line(String json) throws IOException {
    return Files.writeString(
        folder.resolve("a.jsonl"),
        "{\"id\":\"a\",\"body\":\"\",\"views\":1}\n{\"id\":\"b\",\"body\":\"\"%s}\n"
            .formatted(json));
  }

  private static List<Double> ranks(Path file) throws IOException {
    var ranks = new ArrayList<Double>();
    new DocumentSource(List.of(file), false)
        .rankedBy("views")
        .read(document -> ranks.add(document.rank().orElseThrow()));
    return ranks;
  }

  @ParameterizedTest
  @CsvSource({"0,0", "-0.0,0", "3,3", "2.5e3,2500", "\"12\",12", "\" 7.5 \",7.5", "1e-300,1e-300"})
  void numbersAndTextsWithNumbersAreRanks(String value, double expected) throws IOException {
    assertThat(ranks(line(",\"views\":" + value.replace('\'', '"'))))
        .containsExactly(1.0, expected);
    assertThat(ranks(line(",\"views\":\"" + value.replace("\"", "") + "\""))).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "\"many\"",
        "\"\"",
        "\"1f\"",
        "\"0x10\"",
        "\"1,000\"",
        "\"NaN\"",
        "\"1.2.3\""
      })
  void otherValuesAreReportedWithFileLineFieldAndValue(String value) throws IOException {
    Path file = line(",\"views\":" + value);
    assertThatThrownBy(() -> ranks(file))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(
            file
                + ":2: field \"views\": expected a number of 0 or more for the static rank, found ")
        .hasMessageEndingWith("\"" + value.replace("\"", "") + "\"");
  }

  @Test
  void missingAndOddFieldsAreReported() throws IOException {
    assertThatThrownBy(() -> ranks(line("")))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith("found no such field");
    assertThatThrownBy(() -> ranks(line(",\"views\":null")))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith(":2: field \"views\": expected text, found null");
  }

  @Test
  void brokenRanksAreSkippedIfAsked() throws IOException {
    var read = new ArrayList<Document>();
    Skipped skipped =
        new DocumentSource(List.of(line(",\"views\":-1")), true).rankedBy("views").read(read::add);
    assertThat(read).hasSize(1);
    assertThat(skipped.broken()).isEqualTo(1);
  }

  @Test
  void withoutARankFieldNothingIsAskedOfIt() throws IOException {
    var read = new ArrayList<Document>();
    new DocumentSource(List.of(line(",\"views\":-1")), false).read(read::add);
    assertThat(read).hasSize(2).allMatch(document -> document.rank().isEmpty());
  }

  @Test
  void filesOfTextHaveNoFields() throws IOException {
    Files.writeString(folder.resolve("A.java"), "class A");
    assertThatThrownBy(() -> ranks(folder))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            folder
                + ": files of text have no fields for a static rank: expected"
                + " length, links or none, found views");
  }

  @Test
  void documentsAreCalledByTheirTitleAndFilesByTheirBaseName() {
    assertThat(new Document("1", "Node.js", "").name()).isEqualTo("Node.js");
    assertThat(new Document("a/b.c/Node.js", " ", "").name()).isEqualTo("Node");
    assertThat(Document.file("a/b.c/String.java", "").name()).isEqualTo("String");
    assertThat(Document.file(".hidden", "").name()).isEqualTo(".hidden");
  }
}
