package org.curtail.services.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.json.FormatException;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Malicious texts: each is rejected with one sentence and its location. */
class HostileJsonTest {
  /** The formats that the library reads. */
  enum Format {
    PROFILE("curtail-profile/1") {
      @Override
      Object read(Reader text) throws IOException {
        return ProfileJson.read(text, "hostile.json");
      }
    },
    TABLE("curtail-interval-table/1") {
      @Override
      Object read(Reader text) throws IOException {
        return IntervalTableJson.read(text, "hostile.json");
      }
    },
    REISSUE("curtail-reissue/1") {
      @Override
      Object read(Reader text) throws IOException {
        return ReissuePlanJson.read(text, "hostile.json");
      }
    },
    WORKFLOW("curtail-workflow/1") {
      @Override
      Object read(Reader text) throws IOException {
        return WorkflowJson.read(text, "hostile.json");
      }
    },
    WORKFLOW_PLAN("curtail-workflow-plan/1") {
      @Override
      Object read(Reader text) throws IOException {
        return WorkflowPlanJson.read(text, "hostile.json");
      }
    },
    AUTOMATIC("curtail-automatic/1") {
      @Override
      Object read(Reader text) throws IOException {
        return AutomaticJson.read(text, "hostile.json");
      }
    };

    final String label;

    Format(String label) {
      this.label = label;
    }

    abstract Object read(Reader text) throws IOException;
  }

  private static void assertRefused(Format format, String text, String... parts) {
    assertThatThrownBy(() -> format.read(new StringReader(text)))
        .isInstanceOf(FormatException.class)
        .message()
        .startsWith("hostile.json, line ")
        .contains(parts)
        .hasSizeLessThan(400)
        .doesNotContain("StreamReadConstraints", "\n");
  }

  @ParameterizedTest
  @EnumSource
  void textOfMillionsOfCharactersIsRejected(Format format) {
    assertRefused(
        format,
        "{\n\"format\":\"" + "x".repeat(20_100_000) + "\"}",
        "line 2",
        "/format",
        "expected a text of at most 1,000,000 characters, found a longer one");
  }

  @ParameterizedTest
  @EnumSource
  void fieldNameOfThousandsOfCharactersIsRejected(Format format) {
    assertRefused(
        format,
        "{\n\"" + "n".repeat(60_000) + "\":1}",
        "line 2",
        "expected a field name of at most 1,000 characters, found a longer one");
  }

  @Test
  void numberOfThousandsOfDigitsIsRejected() {
    assertRefused(
        Format.PROFILE,
        "{\"timesMs\":[\n[1," + "9".repeat(2000) + "]]}",
        "line 2",
        "/timesMs/0/1",
        "expected a number of at most 1,000 characters, found a longer one");
    assertRefused(
        Format.TABLE,
        "{\"cores\":\n" + "9".repeat(2000) + "}",
        "line 2",
        "/cores",
        "expected a number of at most 1,000 characters, found a longer one");
  }

  @ParameterizedTest
  @EnumSource
  void endlesslyNestedBracketsAreRejected(Format format) {
    assertRefused(format, "[".repeat(1_000_000), "line 1", "expected an object, found an array");
    String nested = "{\"planning\":" + "{\"a\":".repeat(1_000_000);
    assertRefused(
        format,
        nested,
        format == Format.PROFILE || format == Format.WORKFLOW || format == Format.AUTOMATIC
            ? "unknown field"
            : "expected at most 100 objects and arrays within each other, found more");
  }

  @Test
  void millionsOfTimesAreRejectedAtTheLimit() {
    assertRefused(
        Format.PROFILE,
        "{\"timesMs\":[\n[" + "1,".repeat(5_000_000) + "1]]}",
        "line 2",
        "timesMs[0]: expected at most 10,000 times, found more");
  }

  @Test
  void millionsOfRowsDegreesOrStartsAreRejectedAtTheLimit() {
    assertRefused(
        Format.TABLE,
        "{\"degrees\":[\n" + "1,".repeat(5_000_000) + "1]}",
        "line 2",
        "degrees: expected at most 10,000 entries, found more");
    assertRefused(
        Format.TABLE,
        "{\"rows\":[{\"startsMs\":[\n" + "0,".repeat(5_000_000) + "1]}]}",
        "line 2",
        "rows[0].startsMs: expected at most 10,000 entries, found more");
    var rows = new StringBuilder("{\"rows\":[");
    for (int load = 1; load <= 10_001; load++) {
      rows.append("\n{\"load\":").append(load);
      rows.append(",\"startsMs\":[0],\"tailMs\":1,\"meanMs\":1,\"averageParallelism\":1},");
    }
    assertRefused(
        Format.TABLE,
        rows.toString(),
        "line 10002",
        "rows: expected at most 10,000 entries, found more");
  }

  @Test
  @Tag("long")
  void soAreTensOfMillionsInRowsThatAreEachWithinIt() {
    var wide = new StringBuilder("{\"rows\":[");
    for (int load = 1; load <= 1_001; load++) {
      wide.append("\n{\"load\":").append(load).append(",\"startsMs\":[");
      wide.append("0,".repeat(9_999)).append("0]");
      wide.append(",\"tailMs\":1,\"meanMs\":1,\"averageParallelism\":1},");
    }
    assertRefused(
        Format.TABLE,
        wide.toString(),
        "rows[1000].startsMs: expected at most 10,000,000 starts in all rows, found more");
  }

  @Test
  void longListOfWrongDegreesIsShortenedInTheMessage() {
    assertRefused(
        Format.TABLE,
        "{\"degrees\":[" + "7,".repeat(5_000) + "7]}",
        "degrees: expected ascending degrees, found [7, 7,");
  }

  @Test
  void textsAtTheLimitsAreRead() throws IOException {
    String text =
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":10000,\"source\":\""
            + "x".repeat(1_000_000)
            + "\",\"timesMs\":[["
            + "1,".repeat(9_999)
            + "1]]}";
    assertThat(ProfileJson.read(new StringReader(text), "wide.json").maxDegree()).isEqualTo(10_000);
  }
}
