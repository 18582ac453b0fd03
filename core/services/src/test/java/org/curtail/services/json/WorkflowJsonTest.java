package org.curtail.services.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.curtail.json.FormatException;
import org.curtail.testkit.Cases;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WorkflowJsonTest {
  private static final String SIMPLE =
      """
      {"format":"curtail-workflow/1","name":"two","stages":[
      {"name":"a","after":[],"cost":1,
      "latencyMs":[2,3,2.5]},
      {"name":"b","after":["a"],"cost":10.5,
      "latencyMs":[5,60,7]}]}
      """;

  private static final String WHOLE =
      """
      {"format":"curtail-workflow/1","name":"a \\"whole\\" one","stages":[
      {"name":"parse","after":[],"cost":1,
      "latencyMs":[2,3],
      "secondMs":[3,2]},
      {"name":"search","after":["parse"],"cost":20,
      "latencyMs":[1.5]},
      {"name":"tier","after":[],"within":"search","cost":40,"fanOut":3,"waitFor":2,"utility":0.5,
      "latencyMs":[8,9,10],
      "visitsMs":[
      [8,9,10],
      [0,1,2]]}],
      "joint":{"stages":["search","parse"],"latencyMs":[
      [2,8],
      [3,null]]}}
      """;

  private static Workflow read(String text) throws IOException {
    return WorkflowJson.read(new StringReader(text), "w.json");
  }

  private static String write(Workflow workflow) throws IOException {
    var text = new StringWriter();
    WorkflowJson.write(workflow, text);
    return text.toString();
  }

  private static void assertRejected(String text, String message) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text))
        .withMessageStartingWith("w.json, line ")
        .withMessageContaining(message)
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("\n"));
  }

  @Test
  void simplestWorkflowIsWrittenAndReadAsDocumented() throws IOException {
    Workflow workflow =
        Workflow.of(
            "two",
            List.of(
                Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {2, 3, 2.5})),
                Stage.of(
                    "b", List.of("a"), 10.5, StageTimes.independent(new double[] {5, 60, 7}))));
    assertThat(write(workflow)).isEqualTo(SIMPLE);
    Workflow read = read(SIMPLE);
    assertThat(read.name()).isEqualTo("two");
    Stage b = read.stage("b");
    assertThat(b.after()).containsExactly("a");
    assertThat(b.within()).isNull();
    assertThat(b.cost()).isEqualTo(10.5);
    assertThat(b.responders()).isEqualTo(Responders.ONE);
    assertThat(b.times().firstMillis()).containsExactly(5, 60, 7);
    assertThat(b.times().arePairs()).isFalse();
    assertThat(read.joint()).isNull();
  }

  @Test
  void optionalFieldsAreWrittenAndRead() throws IOException {
    Workflow read = read(WHOLE);
    assertThat(write(read)).isEqualTo(WHOLE);
    assertThat(read.stage("parse").times().secondMillis(1)).isEqualTo(2);
    Stage tier = read.stage("tier");
    assertThat(tier.within()).isEqualTo("search");
    assertThat(tier.responders()).isEqualTo(new Responders(3, 2));
    assertThat(tier.utility()).isEqualTo(0.5);
    ResponderTraces visits = Objects.requireNonNull(tier.traces());
    assertThat(visits.millis(1)).containsExactly(0, 1, 2);
    JointTraces joint = Objects.requireNonNull(read.joint());
    assertThat(joint.stages()).containsExactly("search", "parse");
    assertThat(joint.millis(1, 1)).isNaN();
    assertThat(joint.millis(0, 1)).isEqualTo(8);
  }

  @Test
  void neededServersMayBeANumberOrAShare() throws IOException {
    String text = WHOLE.replace("\"waitFor\":2", "\"waitFor\":0.4");
    assertThat(read(text).stage("tier").responders()).isEqualTo(new Responders(3, 2));
    text = WHOLE.replace(",\"waitFor\":2", "");
    assertThat(read(text).stage("tier").responders()).isEqualTo(Responders.allOf(3));
    text = WHOLE.replace("\"waitFor\":2", "\"waitFor\":1");
    assertThat(read(text).stage("tier").responders()).isEqualTo(new Responders(3, 1));
  }

  @Test
  void timesMayComeFromWholeVisitsAndWholeRequests() throws IOException {
    Workflow read =
        read(
            WHOLE
                .replace(",\n\"latencyMs\":[8,9,10]", "")
                .replace(",\n\"latencyMs\":[2,3],\n\"secondMs\":[3,2]", ""));
    assertThat(read.stage("tier").times().firstMillis()).containsExactly(8, 9, 10, 0, 1, 2);
    assertThat(read.stage("parse").times().firstMillis()).containsExactly(8);
  }

  @Test
  void fieldsAndStagesMayHaveAnyOrder() throws IOException {
    Workflow read =
        read(
            """
            {"stages":[
            {"latencyMs":[1],"cost":2,"after":["a"],"name":"b"},
            {"cost":1,"latencyMs":[1],"name":"a","after":[]}],
            "name":"w","format":"curtail-workflow/1"}
            """);
    assertThat(read.stages().stream().map(Stage::name)).containsExactly("a", "b");
  }

  @Test
  void anyWorkflowReadsBackExactly() {
    Cases.random(
        1,
        200,
        random -> {
          Workflow workflow = workflow(random);
          String text = write(workflow);
          assertThat(write(read(text))).isEqualTo(text);
          Workflow read = read(text);
          for (Stage stage : workflow.stages()) {
            assertThat(read.stage(stage.name()).times().firstMillis())
                .containsExactly(stage.times().firstMillis());
          }
        });
  }

  private static Workflow workflow(RandomGenerator random) {
    var stages = new ArrayList<Stage>();
    int count = random.nextInt(1, 6);
    for (int s = 0; s < count; s++) {
      int size = random.nextInt(1, 5);
      double[] first = random.doubles(size, 0, random.nextDouble(1e-9, 1e9)).toArray();
      StageTimes times =
          random.nextBoolean()
              ? StageTimes.independent(first)
              : StageTimes.paired(first, random.doubles(size).toArray());
      List<String> after = s == 0 ? List.of() : List.of("s" + random.nextInt(s));
      int servers = random.nextInt(1, 4);
      stages.add(
          Stage.of("s" + s, after, random.nextDouble(1e-6, 1e6), times)
              .asking(new Responders(servers, random.nextInt(1, servers + 1)))
              .worth(random.nextBoolean() ? 0 : random.nextDouble()));
    }
    return Workflow.of("any \\ \"name\" \u00e4", stages);
  }

  static Stream<Arguments> breakages() {
    return Stream.of(
        Arguments.of(
            "curtail-workflow/1",
            "curtail-workflow/2",
            "line 1, column 11: format: expected \"curtail-workflow/1\", found"
                + " \"curtail-workflow/2\""),
        Arguments.of(
            "\"name\":\"search\"", "\"name\":\" \"", "line 5, column 9: stages[1].name: expected"),
        Arguments.of(
            "\"cost\":20",
            "\"cost\":0",
            "line 5, column 43: stages[1].cost: expected a number above 0, found 0"),
        Arguments.of(
            "\"cost\":20", "\"cost\":-2", "stages[1].cost: expected a number above 0, found -2"),
        Arguments.of(
            "\"cost\":20", "\"cost\":NaN", "stages[1].cost: expected a finite number, found NaN"),
        Arguments.of("\"cost\":20,", "", "stages[1]: missing field cost"),
        Arguments.of(
            "[2,3],\n",
            "[2,NaN],\n",
            "line 3, column 16: stages[0].latencyMs[1]: expected a finite"),
        Arguments.of(
            "[2,3],\n",
            "[2,-3],\n",
            "stages[0].latencyMs[1]: expected a number of at least 0, found -3"),
        Arguments.of(
            "[2,3],\n",
            "[2,null],\n",
            "stages[0].latencyMs[1]: expected a finite number, found null"),
        Arguments.of(
            "\"latencyMs\":[1.5]",
            "\"latencyMs\":[]",
            "line 6, column 14: stages[1].latencyMs: expected at least one time, found none"),
        Arguments.of(
            "[3,2]", "[3]", "stages[0].secondMs: expected as many as latencyMs, 2, found 1"),
        Arguments.of(
            "\"latencyMs\":[2,3],\n", "", "stages[0].secondMs: expected latencyMs of the same"),
        Arguments.of(
            "[\"parse\"],",
            "[\"parsed\"],",
            "line 5, column 27: stages[1].after[0]: expected the name of a stage, found \"parsed\""),
        Arguments.of(
            "[\"parse\"],",
            "[\"parse\",\"parse\"],",
            "stages[1].after[1]: the stage \"parse\" appears twice"),
        Arguments.of(
            "\"within\":\"search\"",
            "\"within\":\"find\"",
            "stages[2].within: expected the name of a stage, found \"find\""),
        Arguments.of(
            "\"name\":\"tier\"",
            "\"name\":\"parse\"",
            "line 7, column 9: stages[2].name: two stages are named \"parse\""),
        Arguments.of(
            "{\"name\":\"parse\",\"after\":[]",
            "{\"name\":\"parse\",\"after\":[\"search\"]",
            "stages: stages wait for each other in a circle: parse -> search -> parse"),
        Arguments.of(
            "\"fanOut\":3",
            "\"fanOut\":0",
            "stages[2].fanOut: expected a whole number of at least"),
        Arguments.of(
            "\"fanOut\":3",
            "\"fanOut\":10001",
            "stages[2].fanOut: expected at most 10,000 servers, found 10001"),
        Arguments.of(
            "\"fanOut\":3",
            "\"fanOut\":4",
            "stages[2].visitsMs[0]: expected a time per server, fanOut 4, found 3"),
        Arguments.of(
            "\"waitFor\":2",
            "\"waitFor\":4",
            "stages[2].waitFor: expected at most fanOut, 3, found 4"),
        Arguments.of(
            "\"waitFor\":2",
            "\"waitFor\":1.5",
            "stages[2].waitFor: expected a whole number of servers, or a share below 1, found 1.5"),
        Arguments.of(
            "\"utility\":0.5",
            "\"utility\":-1",
            "stages[2].utility: expected a number of at least 0, found -1"),
        Arguments.of(
            "[\"search\",\"parse\"]",
            "[\"search\",\"find\"]",
            "joint.stages[1]: expected the name of a stage, found \"find\""),
        Arguments.of(
            "[\"search\",\"parse\"]",
            "[\"search\",\"search\"]",
            "joint.stages[1]: the stage \"search\" appears twice"),
        Arguments.of(
            "[2,8]", "[2]", "joint.latencyMs[0]: expected a time or null per stage, 2, found 1"),
        Arguments.of(
            "[2,8]",
            "[2,-8]",
            "joint.latencyMs[0][1]: expected a number of at least 0 or null, found -8"),
        Arguments.of(
            "[\"search\",\"parse\"]",
            "[\"search\",\"tier\"]",
            "stages: traces have one time for stage tier, but it asks 3 servers"),
        Arguments.of(
            "\"utility\"", "\"use\"", "\"stages[2].use\": unknown field, expected one of name"));
  }

  @ParameterizedTest(name = "{0} replaced by {1}")
  @MethodSource("breakages")
  void errorsNameFileLineFieldAndValue(String what, String instead, String message) {
    String text = WHOLE.replace(what, instead);
    assertThat(text).isNotEqualTo(WHOLE);
    assertRejected(text, message);
  }

  @Test
  void stageWithoutTimesIsRejected() {
    assertRejected(
        SIMPLE.replace(",\n\"latencyMs\":[5,60,7]", ""), "stages[1]: missing field latencyMs");
    assertRejected(
        WHOLE
            .replace(",\n\"latencyMs\":[2,3],\n\"secondMs\":[3,2]", "")
            .replace("[2,8]", "[2,null]"),
        "stages[0]: expected latencyMs, or a trace in joint that visits the stage, found neither");
    assertRejected(
        "{\"format\":\"curtail-workflow/1\",\"name\":\"w\",\"stages\":[]}",
        "stages: expected at least one stage, found none");
  }

  @Test
  void everyPrefixOfAValidTextIsRejected() {
    for (int length = 0; length < WHOLE.strip().length(); length++) {
      assertRejected(WHOLE.substring(0, length), "");
    }
  }
}
