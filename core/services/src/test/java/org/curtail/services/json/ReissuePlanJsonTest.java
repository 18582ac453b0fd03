package org.curtail.services.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.curtail.json.FormatException;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReissuePlanJsonTest {
  private static final String SIMPLE =
      """
      {"format":"curtail-reissue/1","percentile":99,"budget":0.02,
      "delayMs":12.5,"probability":0.4,"reissueFraction":0.0199,
      "predictedMs":31,"withoutMs":80,"boundMs":29}
      """;

  private static final String WHOLE =
      """
      {"format":"curtail-reissue/1","percentile":99.9,"budget":0.05,
      "delayMs":0,"probability":0.01,"reissueFraction":0.04,
      "predictedMs":31,"withoutMs":80,"boundMs":29,
      "reissues":[{"delayMs":0,"probability":0.01},{"delayMs":30,"probability":1}],
      "predictedIntervalMs":[29.5,33],
      "reissueFractionInterval":[0.038,0.042],
      "singleD":{"delayMs":40.5,"reissueFraction":0.05,"predictedMs":45},
      "source":"times.csv \\"of Monday\\"",
      "notes":[
      "No pairs.",
      "Two \\\\ notes."]}
      """;

  private static final ReissuePlan SIMPLE_PLAN =
      new ReissuePlan(
          new ReissueGoal(99, 0.02), ReissuePolicy.singleR(12.5, 0.4), 0.0199, 31, 80, 29);

  private static final PlanDocument WHOLE_PLAN =
      new PlanDocument(
          new ReissuePlan(
              new ReissueGoal(99.9, 0.05),
              new ReissuePolicy(List.of(new Reissue(0, 0.01), new Reissue(30, 1))),
              0.04,
              31,
              80,
              29),
          "times.csv \"of Monday\"",
          List.of("No pairs.", "Two \\ notes."),
          new PlanDocument.Range(29.5, 33),
          new PlanDocument.Range(0.038, 0.042),
          new PlanDocument.SingleD(40.5, 0.05, 45));

  private static PlanDocument read(String text) throws IOException {
    return ReissuePlanJson.read(new StringReader(text), "r.json");
  }

  private static String write(PlanDocument plan) throws IOException {
    var text = new StringWriter();
    ReissuePlanJson.write(plan, text);
    return text.toString();
  }

  @Test
  void planIsWrittenAndReadAsDocumented() throws IOException {
    var text = new StringWriter();
    ReissuePlanJson.write(SIMPLE_PLAN, text);
    assertThat(text.toString()).isEqualTo(SIMPLE);
    assertThat(read(SIMPLE)).isEqualTo(PlanDocument.of(SIMPLE_PLAN));
  }

  @Test
  void optionalFieldsAreWrittenAndRead() throws IOException {
    assertThat(write(WHOLE_PLAN)).isEqualTo(WHOLE);
    assertThat(read(WHOLE)).isEqualTo(WHOLE_PLAN);
  }

  @Test
  void planWithoutCopiesHasZeroDelayAndProbability() throws IOException {
    var plan = new ReissuePlan(new ReissueGoal(99, 0.02), ReissuePolicy.NONE, 0, 80, 80, 80);
    String text = write(PlanDocument.of(plan));
    assertThat(text).contains("\"delayMs\":0,\"probability\":0,");
    assertThat(read(text).plan()).isEqualTo(plan);
    // A written delay is kept, even without any waiting request.
    assertThat(read(SIMPLE.replace("0.4", "0")).plan().policy())
        .isEqualTo(ReissuePolicy.singleR(12.5, 0));
  }

  @Test
  void fieldsMayHaveAnyOrderAndPlanningIsSkipped() throws IOException {
    assertThat(
            read("""
            {"boundMs":29,"withoutMs":80,"predictedMs":31,"reissueFraction":0.0199,
            "planning":{"budgets":[{"budget":1}]},
            "probability":0.4,"delayMs":12.5,"budget":0.02,"percentile":99,
            "format":"curtail-reissue/1"}\
            """)
                .plan())
        .isEqualTo(SIMPLE_PLAN);
  }

  @Test
  void anyPlanReadsBackExactly() {
    Cases.random(
        1,
        500,
        random -> {
          PlanDocument plan = plan(random);
          assertThat(read(write(plan))).isEqualTo(plan);
        });
  }

  private static PlanDocument plan(RandomGenerator random) {
    double[] delays = random.doubles(random.nextInt(4), 0, 1e4).toArray();
    Arrays.sort(delays);
    List<Reissue> reissues =
        Arrays.stream(delays).mapToObj(delay -> new Reissue(delay, random.nextDouble())).toList();
    return new PlanDocument(
        new ReissuePlan(
            new ReissueGoal(random.nextDouble(1, 99), random.nextDouble(0.001, 1)),
            new ReissuePolicy(reissues),
            random.nextDouble() * delays.length,
            random.nextDouble() * 1e9,
            random.nextDouble(),
            random.nextDouble() * 1e-9),
        random.nextBoolean() ? "" : "a \"source\" with \n lines and ü",
        random.nextBoolean() ? List.of() : List.of("one", "two"),
        random.nextBoolean() ? null : new PlanDocument.Range(random.nextDouble(), 2),
        random.nextBoolean() ? null : new PlanDocument.Range(0, random.nextDouble()),
        random.nextBoolean()
            ? null
            : new PlanDocument.SingleD(
                random.nextDouble(), random.nextDouble(), random.nextDouble() * 1e9));
  }

  static Stream<Arguments> breakages() {
    return Stream.of(
        Arguments.of(
            "curtail-reissue/1",
            "curtail-profile/1",
            "line 1, column 11: format: expected \"curtail-reissue/1\", found"
                + " \"curtail-profile/1\""),
        Arguments.of(
            "\"percentile\":99.9",
            "\"percentile\":100",
            "line 1, column 44: percentile: expected a number below 100, found 100"),
        Arguments.of(
            "\"percentile\":99.9",
            "\"percentile\":0",
            "percentile: expected a number above 0, found 0"),
        Arguments.of(
            "\"budget\":0.05", "\"budget\":0", "budget: expected a number above 0, found 0"),
        Arguments.of(
            "\"budget\":0.05",
            "\"budget\":1.01",
            "budget: expected a number of at most 1, found 1.01"),
        Arguments.of(
            "\"delayMs\":0,\"probability\":0.01,\"r",
            "\"delayMs\":-1,\"probability\":0.01,\"r",
            "line 2, column 11: delayMs: expected a number of at least 0, found -1"),
        Arguments.of(
            "\"probability\":0.01,\"r",
            "\"probability\":NaN,\"r",
            "probability: expected a finite number, found NaN"),
        Arguments.of(
            "\"probability\":0.01,\"r",
            "\"probability\":\"1\",\"r",
            "probability: expected a finite number, found \"1\""),
        Arguments.of(
            "\"reissueFraction\":0.04",
            "\"reissueFraction\":2.5",
            "line 2, column 50: reissueFraction: expected at most the number of reissues, 2,"
                + " found 2.5"),
        Arguments.of(
            "\"predictedMs\":31",
            "\"predictedMs\":1e999",
            "line 3, column 15: predictedMs: expected a finite number, found 1e999"),
        Arguments.of(
            "\"withoutMs\":80", "\"withoutMs\":null", "withoutMs: expected a finite number"),
        Arguments.of(",\"boundMs\":29", "", "the end of the object: missing field boundMs"),
        Arguments.of(
            "\"delayMs\":30",
            "\"delayMs\":-30",
            "line 4, column 57: reissues[1].delayMs: expected a number of at least 0, found -30"),
        Arguments.of(
            "{\"delayMs\":0,\"probability\":0.01}",
            "{\"delayMs\":40,\"probability\":0.01}",
            "reissues[1].delayMs: expected a number of at least 40, found 30"),
        Arguments.of(
            "{\"delayMs\":0,\"probability\":0.01}",
            "{\"delayMs\":0,\"probability\":0.02}",
            "reissues[0]: expected the delayMs and probability of the plan, 0 and 0.01, found 0"
                + " and 0.02"),
        Arguments.of(
            "{\"delayMs\":0,\"probability\":0.01},{\"delayMs\":30,\"probability\":1}",
            "",
            "line 4, column 13: reissues: expected at least one reissue, found none"),
        Arguments.of(
            "[29.5,33]",
            "[33,29.5]",
            "line 5, column 27: predictedIntervalMs[1]: expected a number of at least 33, found"
                + " 29.5"),
        Arguments.of(
            "[0.038,0.042]",
            "[0.038]",
            "reissueFractionInterval: expected two numbers, the least and the most, found 1"),
        Arguments.of(
            "\"delayMs\":40.5",
            "\"delayMs\":-1",
            "line 7, column 22: singleD.delayMs: expected a number of at least 0, found -1"),
        Arguments.of(
            "\"reissueFraction\":0.05",
            "\"reissueFraction\":1.5",
            "singleD.reissueFraction: expected a number of at most 1, found 1.5"),
        Arguments.of("\"delayMs\":40.5,", "", "singleD: missing field delayMs"),
        Arguments.of(
            "\"No pairs.\"", "\" \"", "line 10, column 1: notes[0]: expected a sentence, found"),
        Arguments.of(
            "\"source\"", "\"sources\"", "\"sources\": unknown field, expected one of format"));
  }

  @ParameterizedTest(name = "{0} replaced by {1}")
  @MethodSource("breakages")
  void errorsNameFileLineFieldAndValue(String what, String instead, String message) {
    String text = WHOLE.replace(what, instead);
    assertThat(text).isNotEqualTo(WHOLE);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessageStartingWith("r.json, line ")
        .withMessageContaining(message)
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("\n"));
  }

  @Test
  void copiesOfAPlanWithoutCopiesAreRejected() {
    String text = SIMPLE.replace("12.5", "0").replace("0.4", "0");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessageContaining(
            "reissueFraction: expected at most the number of reissues, 0, found 0.0199");
  }

  @Test
  void everyPrefixOfAValidTextIsRejected() {
    for (int length = 0; length < WHOLE.strip().length(); length++) {
      String prefix = WHOLE.substring(0, length);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> read(prefix))
          .withMessageStartingWith("r.json, line ");
    }
  }
}
