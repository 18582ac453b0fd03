package org.curtail.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.json.FormatException;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IntervalTableJsonTest {
  private static final String FIGURE_5 =
      """
      {"format":"curtail-interval-table/1","cores":6,"targetParallelism":6,"maxDegree":3,
      "percentile":99,"stepMs":50,"degrees":[1,3],"rows":[
      {"load":2,"startsMs":[0,0,0],"tailMs":75,"meanMs":50,"averageParallelism":6},
      {"load":3,"startsMs":[0,50,50],"tailMs":100,"meanMs":75,"averageParallelism":5},
      {"load":6,"startsMs":[0,150,150],"tailMs":150,"meanMs":100,"averageParallelism":6}],
      "waitForExitAbove":6}
      """;

  private static IntervalTable read(String text) throws IOException {
    return IntervalTableJson.read(new StringReader(text), "t.json");
  }

  private static String write(IntervalTable table) throws IOException {
    var text = new StringWriter();
    IntervalTableJson.write(table, text);
    return text.toString();
  }

  @Test
  void writesOneRowALine() throws IOException {
    assertThat(write(PaperTables.figure5Table())).isEqualTo(FIGURE_5);
  }

  @Test
  void readsWhatItWrote() throws IOException {
    assertThat(read(FIGURE_5)).isEqualTo(PaperTables.figure5Table());
    assertThat(read(write(IntervalTable.published("few-to-many-lucene"))))
        .isEqualTo(IntervalTable.published("few-to-many-lucene"));
  }

  @Test
  void readsFieldsInAnyOrder() throws IOException {
    String text =
        FIGURE_5
            .replace("\"maxDegree\":3,", "")
            .replace("\"waitForExitAbove\":6", "\"waitForExitAbove\":6,\"maxDegree\":3")
            .replace("\"load\":2,", "")
            .replace("\"averageParallelism\":6},\n", "\"averageParallelism\":6, \"load\":2},\n");
    assertThat(read(text)).isEqualTo(PaperTables.figure5Table());
  }

  @Test
  void anyTableReadsBackExactly() {
    Cases.random(
        1,
        300,
        random -> {
          int maxDegree = random.nextInt(1, 6);
          List<IntervalTable.Row> rows =
              IntStream.rangeClosed(1, random.nextInt(1, 30))
                  .mapToObj(load ->
                      new IntervalTable.Row(
                          load * 3,
                          random.doubles(maxDegree, 0, 1e4).sorted().boxed().toList(),
                          random.nextDouble() * 1e9,
                          random.nextDouble() * 1e-9,
                          random.nextInt(30)))
                  .toList();
          var table =
              new IntervalTable(
                  random.nextInt(1, 100),
                  random.nextInt(1, 100),
                  maxDegree,
                  random.nextDouble(100),
                  random.nextDouble(0.001, 5),
                  IntStream.rangeClosed(1, maxDegree).boxed().toList(),
                  rows,
                  random.nextInt(1, 100));
          assertThat(read(write(table))).isEqualTo(table);
        });
  }

  static Stream<Arguments> breakages() {
    return Stream.of(
        Arguments.of(
            "interval-table/1",
            "profile/1",
            "line 1, column 11: format: expected \"curtail-interval-table/1\", found"
                + " \"curtail-profile/1\""),
        Arguments.of(
            "\"cores\":6",
            "\"cores\":-6",
            "line 1, column 46: cores: expected a whole number of at least 1, found -6"),
        Arguments.of(
            "\"targetParallelism\":6",
            "\"targetParallelism\":\"6\"",
            "targetParallelism: expected a whole number of at least 1, found \"6\""),
        Arguments.of(
            "\"maxDegree\":3",
            "\"maxDegree\":2",
            "line 1, column 82: maxDegree: expected at least the greatest of degrees, 3, found 2"),
        Arguments.of(
            "\"maxDegree\":3",
            "\"maxDegree\":4",
            "line 3, column 9: rows[0].startsMs: expected maxDegree 4 entries, found 3"),
        Arguments.of(
            "\"percentile\":99",
            "\"percentile\":100.5",
            "line 2, column 14: percentile: expected a number from 0 to 100, found 100.5"),
        Arguments.of(
            "\"percentile\":99",
            "\"percentile\":-1",
            "line 2, column 14: percentile: expected a number of at least 0, found -1"),
        Arguments.of(
            "\"stepMs\":50",
            "\"stepMs\":0",
            "line 2, column 26: stepMs: expected a number above 0, found 0"),
        Arguments.of(
            "[1,3]",
            "[3,1]",
            "line 2, column 43: degrees: expected ascending degrees, found [3, 1]"),
        Arguments.of(
            "[1,3]",
            "[2,3]",
            "line 2, column 43: degrees: expected degrees that begin with 1, found [2, 3]"),
        Arguments.of(
            "[1,3]",
            "[]",
            "line 2, column 40: degrees: expected degrees that begin with 1, found []"),
        Arguments.of(
            "[1,3]",
            "[1,3.5]",
            "line 2, column 42: degrees[1]: expected a whole number of at least 1, found 3.5"),
        Arguments.of(
            "\"load\":3",
            "\"load\":2",
            "line 4, column 9: rows[1].load: expected more than the row before, 2, found 2"),
        Arguments.of("\"load\":6,", "", "rows[2]: missing field load"),
        Arguments.of(
            "\"load\":6",
            "\"lode\":6",
            "line 5, column 2: \"rows[2].lode\": unknown field, expected one of load, startsMs,"
                + " tailMs, meanMs, averageParallelism"),
        Arguments.of(
            "\"tailMs\":75,", "\"tailMs\":75,\"tailMs\":75,", "rows[0].tailMs: appears twice"),
        Arguments.of(
            "[0,50,50]",
            "[0,50,40]",
            "line 4, column 28: rows[1].startsMs[2]: expected a number of at least 50, found 40"),
        Arguments.of(
            "[0,50,50]",
            "[-1,50,50]",
            "line 4, column 23: rows[1].startsMs[0]: expected a number of at least 0, found -1"),
        Arguments.of(
            "[0,50,50]",
            "[0,50]",
            "line 4, column 9: rows[1].startsMs: expected maxDegree 3 entries, found 2"),
        Arguments.of(
            "[0,50,50]",
            "[]",
            "line 4, column 23: rows[1].startsMs: expected one entry per degree, found none"),
        Arguments.of(
            "[0,50,50]",
            "[0,NaN,50]",
            "line 4, column 25: rows[1].startsMs[1]: expected a finite number, found NaN"),
        Arguments.of(
            "\"meanMs\":75",
            "\"meanMs\":1e999",
            "line 4, column 54: rows[1].meanMs: expected a finite number, found 1e999"),
        Arguments.of(
            "\"averageParallelism\":5",
            "\"averageParallelism\":true",
            "rows[1].averageParallelism: expected a finite number, found true"),
        Arguments.of(
            ",\n\"waitForExitAbove\":6",
            "",
            "line 5, column 84: the end of the object: missing field waitForExitAbove"),
        Arguments.of(
            "6}\n",
            "6",
            "line 6, column 21: not JSON at /waitForExitAbove: the text ends too early"),
        Arguments.of("6}\n", "6}}", "line 6, column 22: not JSON"));
  }

  @ParameterizedTest(name = "{0} replaced by {1}")
  @MethodSource("breakages")
  void aBrokenTableIsRejectedWithFileLineFieldAndValue(
      String what, String instead, String message) {
    String text = FIGURE_5.replace(what, instead);
    assertThat(text).isNotEqualTo(FIGURE_5);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessageStartingWith("t.json, line ")
        .withMessageContaining(message)
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("\n"));
  }

  @Test
  void aTableWithoutRowsIsRejected() {
    String text = FIGURE_5.replaceAll("(?s)\"rows\":\\[.*?\\}\\]", "\"rows\":[]");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessage("t.json, line 2, column 53: rows: expected at least one row, found none");
  }

  @Test
  void everyPrefixOfAGoodTextIsRejected() {
    for (int length = 0; length < FIGURE_5.strip().length(); length++) {
      String prefix = FIGURE_5.substring(0, length);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> read(prefix))
          .withMessageStartingWith("t.json, line ");
    }
  }
}
