package org.curtail.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.json.FormatException;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileJsonTest {
  private static final String GOOD =
      """
      {"format":"curtail-profile/1",
      "maxDegree":2,
      "source":"by hand",
      "timesMs":[
      [30,20],
      [10,7.5]]}
      """;

  private static Profile read(String text) throws IOException {
    return ProfileJson.read(new StringReader(text), "p.json");
  }

  private static String write(Profile profile) throws IOException {
    var text = new StringWriter();
    ProfileJson.write(profile, text);
    return text.toString();
  }

  @Test
  void writesOneRequestALine() throws IOException {
    assertThat(write(Profile.of("a \"source\"\n", new double[][] {{186, 95.1}, {1e-3, 5e20}})))
        .isEqualTo(
            """
            {"format":"curtail-profile/1","maxDegree":2,"source":"a \\"source\\"\\n","timesMs":[
            [186,95.1],
            [0.001,5.0E20]]}
            """);
  }

  @Test
  void readsWhatIsGood() throws IOException {
    assertThat(read(GOOD)).isEqualTo(Profile.of("by hand", new double[][] {{30, 20}, {10, 7.5}}));
  }

  @Test
  void weightsAreWrittenOnlyIfThereAreAny() throws IOException {
    Profile profile = Profile.of("by hand", new double[][] {{30, 20}, {10, 7.5}});
    assertThat(write(profile)).doesNotContain("weights");
    assertThat(write(profile.withWeights(new double[] {120, 3.5})))
        .isEqualTo(
            """
            {"format":"curtail-profile/1","maxDegree":2,"source":"by hand","timesMs":[
            [30,20],
            [10,7.5]],
            "weights":[120,3.5]}
            """);
  }

  @Test
  void readsWeightsBeforeAndAfterTheTimes() throws IOException {
    Profile weighted =
        Profile.weighted("by hand", new double[][] {{30, 20}, {10, 7.5}}, new double[] {120, 3.5});
    assertThat(read(GOOD.replace("]]}", "]], \"weights\": [120, 3.5]}"))).isEqualTo(weighted);
    assertThat(read(GOOD.replace("\"timesMs\"", "\"weights\":[1.2e2,3.50],\"timesMs\"")))
        .isEqualTo(weighted);
    assertThat(read(GOOD.replace("]]}", "]],\"weights\":[1,1.0]}"))).isEqualTo(read(GOOD));
  }

  @Test
  void serialPartsAreWrittenOnlyIfThereAreAny() throws IOException {
    Profile profile = Profile.of("by hand", new double[][] {{30, 20}, {10, 7.5}});
    assertThat(write(profile)).doesNotContain("serialMs");
    assertThat(write(profile.withSerialMs(new double[] {4, 0})))
        .isEqualTo(
            """
            {"format":"curtail-profile/1","maxDegree":2,"source":"by hand","timesMs":[
            [30,20],
            [10,7.5]],
            "serialMs":[4,0]}
            """);
    assertThat(read(GOOD.replace("\"timesMs\"", "\"serialMs\":[4,0],\"timesMs\"")))
        .isEqualTo(profile.withSerialMs(new double[] {4, 0}));
  }

  @Test
  void notesAreWrittenOnlyIfThereAreAnyAndReadBack() throws IOException {
    Profile profile = Profile.of("by hand", new double[][] {{30, 20}, {10, 7.5}});
    assertThat(write(profile)).doesNotContain("notes");
    Profile noted = profile.withNotes(List.of("a \"busy\" machine", "few requests"));
    assertThat(write(noted))
        .isEqualTo(
            """
            {"format":"curtail-profile/1","maxDegree":2,"source":"by hand","timesMs":[
            [30,20],
            [10,7.5]],
            "notes":[
            "a \\"busy\\" machine",
            "few requests"]}
            """);
    assertThat(read(write(noted))).isEqualTo(noted);
    assertThat(read(write(noted.withWeights(new double[] {2, 3}))))
        .isEqualTo(noted.withWeights(new double[] {2, 3}));
    assertThat(read(GOOD.replace("\"timesMs\"", "\"notes\":[\"few\"],\"timesMs\"")).notes())
        .containsExactly("few");
    assertThat(read(GOOD.replace("]]}", "]],\"notes\":[]}"))).isEqualTo(read(GOOD));
  }

  @Test
  void readsFieldsInAnyOrder() throws IOException {
    assertThat(
            read(
                """
                { "timesMs": [[2, 1.5], [4e0, 3]],
                  "source": "by hand", "maxDegree": 2, "format": "curtail-profile/1" }
                """))
        .isEqualTo(Profile.of("by hand", new double[][] {{2, 1.5}, {4, 3}}));
  }

  @Test
  void aWrittenProfileReadsBackExactly() {
    Cases.random(
        1,
        300,
        random -> {
          double[][] timesMs = new double[random.nextInt(1, 30)][random.nextInt(1, 6)];
          for (double[] times : timesMs) {
            for (int i = 0; i < times.length; i++) {
              double any = Math.abs(Double.longBitsToDouble(random.nextLong()));
              times[i] = Double.isFinite(any) && any > 0 ? any : 1 + random.nextInt(5);
            }
          }
          Profile profile = Profile.of("source \t\u0001 \\ \u20ac " + random.nextInt(), timesMs);
          if (random.nextBoolean()) {
            profile = profile.withWeights(random.doubles(timesMs.length, 0.01, 1000).toArray());
          }
          if (random.nextBoolean()) {
            double share = random.nextDouble();
            profile =
                profile.withSerialMs(
                    Stream.of(timesMs)
                        .mapToDouble(times -> share * DoubleStream.of(times).min().orElseThrow())
                        .toArray());
          }
          assertThat(read(write(profile))).isEqualTo(profile);
        });
  }

  @Test
  void readsAHundredThousandRequests() throws IOException {
    double[][] timesMs = new double[100_000][4];
    for (int r = 0; r < timesMs.length; r++) {
      for (int i = 0; i < 4; i++) {
        timesMs[r][i] = (r + 1) / (i + 1.0);
      }
    }
    Profile profile = Profile.of("large", timesMs);
    assertThat(read(write(profile))).isEqualTo(profile);
  }

  @Test
  void leavesTheReaderOpen() throws IOException {
    var text = new StringReader(GOOD);
    assertThat(ProfileJson.read(text, "p.json").requests()).isEqualTo(2);
    // A closed reader would throw.
    assertThat(text.read()).isEqualTo(-1);
  }

  static Stream<Arguments> breakages() {
    return Stream.of(
        Arguments.of(
            "curtail-profile/1",
            "curtail-profile/2",
            "line 1, column 11: format: expected \"curtail-profile/1\", found"
                + " \"curtail-profile/2\""),
        Arguments.of(
            "\"curtail-profile/1\"",
            "1",
            "line 1, column 11: format: expected \"curtail-profile/1\", found 1"),
        Arguments.of(
            "\"format\":\"curtail-profile/1\",\n",
            "",
            "line 5, column 10: the end of the object: missing field format"),
        Arguments.of(
            "\"source\":\"by hand\",\n",
            "",
            "line 5, column 10: the end of the object: missing field source"),
        Arguments.of(
            "\"source\"",
            "\"sauce\"",
            "line 3, column 1: \"sauce\": unknown field, expected one of format, maxDegree,"
                + " source, timesMs, weights"),
        Arguments.of(
            "\"source\":",
            "\"maxDegree\":2,\n\"source\":",
            "line 3, column 1: maxDegree: appears twice"),
        Arguments.of(
            "\"by hand\"", "null", "line 3, column 10: source: expected a string, found null"),
        Arguments.of(
            "\"by hand\"", "[]", "line 3, column 10: source: expected a string, found an array"),
        Arguments.of(
            ":2,",
            ":2.0,",
            "line 2, column 13: maxDegree: expected a whole number of at least 1, found 2.0"),
        Arguments.of(
            ":2,",
            ":0,",
            "line 2, column 13: maxDegree: expected a whole number of at least 1, found 0"),
        Arguments.of(
            ":2,",
            ":3000000000,",
            "line 2, column 13: maxDegree: expected a whole number from 1 to 2147483647, found"
                + " 3000000000"),
        Arguments.of(":2,", ":3,", "line 5, column 7: timesMs[0]: expected 3 times, found 2"),
        Arguments.of(":2,", ":1,", "line 5, column 7: timesMs[0]: expected 1 times, found 2"),
        Arguments.of(
            "\"maxDegree\":2,\n\"source\":\"by hand\",\n\"timesMs\":[\n[30,20],\n[10,7.5]]",
            "\"timesMs\":[[]]",
            "line 2, column 13: timesMs[0]: expected one or more times, found 0"),
        Arguments.of(
            "\"maxDegree\":2,\n\"source\":\"by hand\",\n\"timesMs\":[\n[30,20],\n[10,7.5]]",
            "\"timesMs\":[[1,2,3,4,5,6],[1,2,3,4,5,6,7]]",
            "line 2, column 40: timesMs[1]: expected 6 times, found 7"),
        Arguments.of(
            "]]}", "]],\n\"timesMs\":[[1,2]]}", "line 7, column 1: timesMs: appears twice"),
        Arguments.of(
            "]]}",
            "]],\n\"serialMs\":[4]}",
            "serialMs: expected a serial time for each of 2 requests, found 1"),
        Arguments.of(
            "]]}",
            "]],\n\"serialMs\":[4,7.5]}",
            "serialMs: expected a serial time from 0 to below all times of request 1, found 7.5"),
        Arguments.of(
            "]]}",
            "]],\n\"serialMs\":[4,-1]}",
            "line 7, column 15: serialMs[1]: expected a number of at least 0, found -1"),
        Arguments.of(
            "]]}",
            "]],\n\"notes\":\"few\"}",
            "line 7, column 9: notes: expected an array, found \"few\""),
        Arguments.of(
            "]]}",
            "]],\n\"notes\":[\"few\",7]}",
            "line 7, column 16: notes[1]: expected a string, found 7"),
        Arguments.of(
            "]]}",
            "]],\n\"notes\":[\" \"]}",
            "line 7, column 10: notes[0]: expected a sentence, found \" \""),
        Arguments.of("]]}", "]],\n\"source\":\"\"}", "line 7, column 1: source: appears twice"),
        Arguments.of(
            "[\n[30,20],\n[10,7.5]]",
            "{}",
            "line 4, column 11: timesMs: expected an array, found an object"),
        Arguments.of("[10,7.5]", "[10]", "line 6, column 4: timesMs[1]: expected 2 times, found 1"),
        Arguments.of("[10,7.5]", "[]", "line 6, column 2: timesMs[1]: expected 2 times, found 0"),
        Arguments.of(
            "[10,7.5]", "7.5", "line 6, column 1: timesMs[1]: expected an array, found 7.5"),
        Arguments.of(
            "7.5",
            "-7.5",
            "line 6, column 5: timesMs[1][1]: expected a number above 0, found -7.5"),
        Arguments.of(
            "7.5", "0.0", "line 6, column 5: timesMs[1][1]: expected a number above 0, found 0.0"),
        Arguments.of(
            "7.5", "NaN", "line 6, column 5: timesMs[1][1]: expected a finite number, found NaN"),
        Arguments.of(
            "7.5",
            "Infinity",
            "line 6, column 5: timesMs[1][1]: expected a finite number, found Infinity"),
        Arguments.of(
            "7.5",
            "-Infinity",
            "line 6, column 5: timesMs[1][1]: expected a finite number, found -Infinity"),
        Arguments.of(
            "7.5",
            "1e999",
            "line 6, column 5: timesMs[1][1]: expected a finite number, found 1e999"),
        Arguments.of(
            "7.5",
            "\"7.5\"",
            "line 6, column 5: timesMs[1][1]: expected a finite number, found \"7.5\""),
        Arguments.of(
            "7.5",
            "{}",
            "line 6, column 5: timesMs[1][1]: expected a finite number, found an object"),
        Arguments.of(
            "[\n[30,20],\n[10,7.5]]",
            "[]",
            "line 4, column 12: timesMs: expected at least one request, found none"),
        Arguments.of("7.5]]}", "7.5]", "not JSON at /timesMs/1: the text ends too early"),
        Arguments.of(
            "7.5]]}", "7.5]]", "line 7, column 1: not JSON at /timesMs: the text ends too early"),
        Arguments.of(
            "7.5",
            "7.5 7",
            "line 6, column 9: not JSON at /timesMs/1/2: Unexpected character ('7'"),
        Arguments.of(
            "]]}", "]]} {", "line 6, column 12: after the end: expected nothing, found an object"),
        Arguments.of("]]}", "]]}]", "line 6, column 11: not JSON at /: Unexpected close marker"),
        Arguments.of(GOOD, "", "not JSON"),
        Arguments.of(GOOD, "[]", "line 1, column 1: the text: expected an object, found an array"),
        Arguments.of(
            GOOD,
            "timesMs,30,20",
            "line 1, column 1: not JSON at /: Unrecognized token 'timesMs'"));
  }

  static Stream<Arguments> badWeights() {
    return Stream.of(
        Arguments.of("[1]", "line 7, column 13: weights: expected as many as requests, 2, found 1"),
        Arguments.of(
            "[1,2,3]", "line 7, column 17: weights: expected as many as requests, 2, found 3"),
        Arguments.of(
            "[]", "line 7, column 12: weights: expected one weight per request, found none"),
        Arguments.of("[1,0]", "line 7, column 14: weights[1]: expected a number above 0, found 0"),
        Arguments.of(
            "[-2,1]", "line 7, column 12: weights[0]: expected a number above 0, found -2"),
        Arguments.of(
            "[1,NaN]", "line 7, column 14: weights[1]: expected a finite number, found NaN"),
        Arguments.of(
            "[1,Infinity]",
            "line 7, column 14: weights[1]: expected a finite number, found Infinity"),
        Arguments.of(
            "[1,\"2\"]", "line 7, column 14: weights[1]: expected a finite number, found \"2\""),
        Arguments.of(
            "[1,[2]]", "line 7, column 14: weights[1]: expected a finite number, found an array"),
        Arguments.of(
            "[1,null]", "line 7, column 14: weights[1]: expected a finite number, found null"),
        Arguments.of("2", "line 7, column 11: weights: expected an array, found 2"),
        Arguments.of("null", "line 7, column 11: weights: expected an array, found null"),
        Arguments.of(
            "[1e308,1e308]",
            "line 7, column 23: weights: expected weights with a finite sum, found Infinity"),
        Arguments.of("[1,2],\n\"weights\":[1,2]", "line 8, column 1: weights: appears twice"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badWeights")
  void badWeightsAreRejectedByFileLineFieldAndValue(String weights, String message) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(GOOD.replace("]]}", "]],\n\"weights\":" + weights + "}")))
        .withMessage("p.json, " + message);
  }

  @Test
  void requestsThatComeAfterTheWeightsMustBeAsMany() {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read("{\"weights\":[1,2,3],\n\"timesMs\":[[1,2],\n[3,4]]}"))
        .withMessage("p.json, line 3, column 6: timesMs: expected as many as weights, 3, found 2");
  }

  @ParameterizedTest(name = "{0} replaced by {1}")
  @MethodSource("breakages")
  void aBrokenProfileIsRejectedWithFileLineFieldAndValue(
      String what, String instead, String message) {
    String text = GOOD.replace(what, instead);
    assertThat(text).isNotEqualTo(GOOD);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessageStartingWith("p.json, line ")
        .withMessageContaining(message)
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("\n"));
  }

  @Test
  void aDegreeAfterTheTimesMustFitThem() {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read("{\"timesMs\":[[1,2]],\"maxDegree\":3}"))
        .withMessage(
            "p.json, line 1, column 32: maxDegree: expected the length of timesMs, 2, found 3");
  }

  @Test
  void everyPrefixOfAGoodTextIsRejected() {
    for (int length = 0; length < GOOD.strip().length(); length++) {
      String prefix = GOOD.substring(0, length);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> read(prefix))
          .withMessageStartingWith("p.json, line ");
    }
  }
}
