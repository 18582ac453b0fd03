package org.curtail.services.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.curtail.json.FormatException;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.curtail.workflow.plan.WorkflowPlanDocument.Expected;
import org.curtail.workflow.plan.WorkflowPlanDocument.Tail;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WorkflowPlanJsonTest {
  private static final String SIMPLE =
      """
      {"format":"curtail-workflow-plan/1","workflow":"w","percentile":99,"budget":0.05,"loss":0,
      "stages":[
      {"name":"a","delayMs":0,"probability":0,"reissueFraction":0},
      {"name":"b","delayMs":12.5,"probability":0.4,"reissueFraction":0.0199}]}
      """;

  private static final String WHOLE =
      """
      {"format":"curtail-workflow-plan/1","workflow":"w","percentile":99.9,"budget":0.05,"loss":0.001,
      "stages":[
      {"name":"a","delayMs":0,"probability":0,"reissueFraction":0,
      "partial":{"cutoffMs":200,"extraMs":10,"fraction":0.9},"loss":8.0E-4},
      {"name":"b","delayMs":12.5,"probability":0.4,"reissueFraction":0.0199,
      "partial":{"cutoffMs":80,"fraction":1}}],
      "catchUp":{"kind":"reissue","afterMs":80,"stages":[
      {"name":"b","delayMs":5,"probability":1}]},
      "predicted":{"p99Ms":{"without":80,"with":31},"tailMs":{"without":90,"with":41},"cost":0.0499,"loss":8.0E-4},
      "heldOut":{"p99Ms":{"without":81,"with":32.5},"tailMs":{"without":91,"with":42},"cost":0.0503,"loss":9.0E-4},
      "source":"times of \\"Monday\\"",
      "notes":["One.","Two."]}
      """;

  private static final WorkflowPlan SIMPLE_PLAN =
      new WorkflowPlan(
          "w",
          WorkflowGoal.reissue(99, 0.05),
          List.of(
              StagePlan.none("a"),
              new StagePlan("b", ReissuePolicy.singleR(12.5, 0.4), 0.0199, PartialAnswer.NONE, 0)),
          CatchUp.NONE);

  private static final WorkflowPlanDocument WHOLE_PLAN =
      new WorkflowPlanDocument(
          new WorkflowPlan(
              "w",
              new WorkflowGoal(99.9, 0.05, 0.001),
              List.of(
                  new StagePlan(
                      "a", ReissuePolicy.NONE, 0, new PartialAnswer(200, 10, 0.9), 8.0E-4),
                  new StagePlan(
                      "b",
                      ReissuePolicy.singleR(12.5, 0.4),
                      0.0199,
                      new PartialAnswer(80, Double.POSITIVE_INFINITY, 1),
                      0)),
              new CatchUp.GlobalReissue(80, Map.of("b", ReissuePolicy.singleD(5)))),
          new Expected(new Tail(80, 31), new Tail(90, 41), 0.0499, 8.0E-4),
          new Expected(new Tail(81, 32.5), new Tail(91, 42), 0.0503, 9.0E-4),
          "times of \"Monday\"",
          List.of("One.", "Two."));

  private static WorkflowPlanDocument read(String text) throws IOException {
    return WorkflowPlanJson.read(new StringReader(text), "p.json");
  }

  private static String write(WorkflowPlanDocument plan) throws IOException {
    var text = new StringWriter();
    WorkflowPlanJson.write(plan, text);
    return text.toString();
  }

  private static void assertRejected(String text, String message) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessageStartingWith("p.json, line ")
        .withMessageContaining(message)
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("\n"));
  }

  @Test
  void planIsWrittenAndReadAsDocumented() throws IOException {
    assertThat(write(WorkflowPlanDocument.of(SIMPLE_PLAN))).isEqualTo(SIMPLE);
    assertThat(read(SIMPLE)).isEqualTo(WorkflowPlanDocument.of(SIMPLE_PLAN));
  }

  @Test
  void optionalFieldsAreWrittenAndRead() throws IOException {
    assertThat(write(WHOLE_PLAN)).isEqualTo(WHOLE);
    assertThat(read(WHOLE)).isEqualTo(WHOLE_PLAN);
  }

  @Test
  void percentileOfTheUsualGoalIsWrittenOnce() throws IOException {
    var tail = new Tail(80, 31);
    var document =
        new WorkflowPlanDocument(
            SIMPLE_PLAN, new Expected(tail, tail, 0.04, 0), null, "", List.of());
    String text = write(document);
    assertThat(text)
        .contains("\"predicted\":{\"p99Ms\":{\"without\":80,\"with\":31},\"cost\":0.04,\"loss\":0}")
        .doesNotContain("tailMs", "heldOut");
    assertThat(read(text)).isEqualTo(document);
  }

  @Test
  void fieldsMayHaveAnyOrderAndPlanningIsSkipped() throws IOException {
    assertThat(
            read("""
            {"stages":[
            {"reissueFraction":0,"name":"a","probability":0,"delayMs":0},
            {"reissueFraction":0.0199,"name":"b","probability":0.4,"delayMs":12.5}],
            "planning":{"curves":[1,{"x":2}]},
            "loss":0,"budget":0.05,"percentile":99,"workflow":"w",
            "format":"curtail-workflow-plan/1"}
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
          WorkflowPlanDocument plan = plan(random);
          assertThat(read(write(plan))).isEqualTo(plan);
        });
  }

  private static WorkflowPlanDocument plan(RandomGenerator random) {
    var stages = new ArrayList<StagePlan>();
    int count = random.nextInt(1, 6);
    for (int s = 0; s < count; s++) {
      stages.add(
          new StagePlan(
              "s" + s, policy(random), random.nextDouble(), partial(random), random.nextDouble()));
    }
    double percentile = random.nextBoolean() ? 99 : random.nextDouble(1, 99);
    return new WorkflowPlanDocument(
        new WorkflowPlan(
            "any",
            new WorkflowGoal(percentile, random.nextDouble(), random.nextDouble()),
            stages,
            catchUp(random, count)),
        expected(random, percentile),
        expected(random, percentile),
        random.nextBoolean() ? "" : "a \"source\" with \n lines",
        random.nextBoolean() ? List.of() : List.of("one", "two"));
  }

  private static ReissuePolicy policy(RandomGenerator random) {
    return random.nextBoolean()
        ? ReissuePolicy.NONE
        : ReissuePolicy.singleR(random.nextDouble(1e4), random.nextDouble(0.1, 1));
  }

  private static PartialAnswer partial(RandomGenerator random) {
    double infinite = Double.POSITIVE_INFINITY;
    return switch (random.nextInt(3)) {
      case 0 -> PartialAnswer.NONE;
      case 1 -> new PartialAnswer(random.nextDouble(1, 1e4), infinite, random.nextDouble(0.1, 1));
      default -> new PartialAnswer(infinite, random.nextDouble(), random.nextDouble(0.1, 1));
    };
  }

  private static CatchUp catchUp(RandomGenerator random, int stages) {
    return switch (random.nextInt(4)) {
      case 0 -> CatchUp.NONE;
      case 1 ->
          new CatchUp.Threads(random.nextDouble(), random.nextInt(2, 9), random.nextDouble(0.1, 9));
      case 2 -> new CatchUp.Priority(random.nextDouble());
      default ->
          new CatchUp.GlobalReissue(
              random.nextDouble(), Map.of("s" + random.nextInt(stages), policy(random)));
    };
  }

  private static @Nullable Expected expected(RandomGenerator random, double percentile) {
    if (random.nextBoolean()) {
      return null;
    }
    var p99 = new Tail(random.nextDouble(1e6), random.nextDouble());
    var tail = percentile == 99 ? p99 : new Tail(random.nextDouble(), random.nextDouble());
    return new Expected(p99, tail, random.nextDouble(), random.nextDouble());
  }

  static Stream<Arguments> breakages() {
    return Stream.of(
        Arguments.of(
            "curtail-workflow-plan/1",
            "curtail-reissue/1",
            "line 1, column 11: format: expected \"curtail-workflow-plan/1\", found"
                + " \"curtail-reissue/1\""),
        Arguments.of(
            "\"percentile\":99.9", "\"percentile\":100", "percentile: expected a number below 100"),
        Arguments.of(
            "\"budget\":0.05", "\"budget\":1.5", "budget: expected a number of at most 1, found"),
        Arguments.of(
            "\"budget\":0.05",
            "\"budget\":-0.05",
            "budget: expected a number of at least 0, found -0.05"),
        Arguments.of("\"loss\":0.001", "\"loss\":1", "loss: expected a number below 1, found 1"),
        Arguments.of("\"loss\":0.001", "\"loss\":NaN", "loss: expected a finite number, found NaN"),
        Arguments.of(
            "\"delayMs\":12.5",
            "\"delayMs\":-1",
            "line 5, column 23: stages[1].delayMs: expected a number of at least 0, found -1"),
        Arguments.of(
            "\"probability\":0.4",
            "\"probability\":1.4",
            "stages[1].probability: expected a number of at most 1, found 1.4"),
        Arguments.of(
            "\"reissueFraction\":0.0199",
            "\"reissueFraction\":2",
            "stages[1].reissueFraction: expected a number of at most 1, found 2"),
        Arguments.of(
            "{\"name\":\"b\",\"delayMs\":12.5",
            "{\"name\":\"a\",\"delayMs\":12.5",
            "line 5, column 9: stages[1].name: two stages are named \"a\""),
        Arguments.of("\"probability\":0.4,", "", "stages[1]: missing field probability"),
        Arguments.of(
            "{\"cutoffMs\":80,\"fraction\":1}",
            "{\"fraction\":1}",
            "stages[1].partial: expected cutoffMs or extraMs, found neither"),
        Arguments.of(
            "\"cutoffMs\":80",
            "\"cutoffMs\":0",
            "stages[1].partial.cutoffMs: expected a number above 0, found 0"),
        Arguments.of(
            "\"fraction\":0.9",
            "\"fraction\":1.9",
            "stages[0].partial.fraction: expected a number of at most 1, found 1.9"),
        Arguments.of(
            "\"kind\":\"reissue\"",
            "\"kind\":\"more\"",
            "catchUp.kind: expected one of threads, priority, reissue, found \"more\""),
        Arguments.of(
            "\"kind\":\"reissue\"",
            "\"kind\":\"threads\"",
            "catchUp: missing field degree of kind \"threads\""),
        Arguments.of(
            "\"kind\":\"reissue\"",
            "\"kind\":\"priority\"",
            "catchUp.stages: kind \"priority\" has no such field"),
        Arguments.of("\"afterMs\":80,", "", "catchUp: missing field afterMs"),
        Arguments.of(
            "{\"name\":\"b\",\"delayMs\":5",
            "{\"name\":\"c\",\"delayMs\":5",
            "line 8, column 9: catchUp.stages: expected the name of a stage of the plan, found"
                + " \"c\""),
        Arguments.of(
            "\"tailMs\":{\"without\":90,\"with\":41},",
            "",
            "predicted: missing field tailMs, of percentile 99.9"),
        Arguments.of(
            "\"with\":32.5", "\"with\":-1", "heldOut.p99Ms.with: expected a number of at least 0"),
        Arguments.of(
            "\"cost\":0.0499", "\"cost\":1e999", "predicted.cost: expected a finite number"),
        Arguments.of("\"One.\"", "\"\"", "notes[0]: expected a sentence, found"),
        Arguments.of(
            "\"source\"", "\"sources\"", "\"sources\": unknown field, expected one of format"));
  }

  @ParameterizedTest(name = "{0} replaced by {1}")
  @MethodSource("breakages")
  void errorsNameFileLineFieldAndValue(String what, String instead, String message) {
    String text = WHOLE.replace(what, instead);
    assertThat(text).isNotEqualTo(WHOLE);
    assertRejected(text, message);
  }

  @Test
  void everyPrefixOfAValidTextIsRejected() {
    for (int length = 0; length < WHOLE.strip().length(); length++) {
      assertRejected(WHOLE.substring(0, length), "");
    }
  }
}
