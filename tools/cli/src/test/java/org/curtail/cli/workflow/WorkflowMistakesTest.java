package org.curtail.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in a workflow, a plan or a line get one sentence; nothing is written. */
@Timeout(300)
class WorkflowMistakesTest {
  private static final String GOOD =
      """
      {"format":"curtail-workflow/1","name":"page","stages":[
      {"name":"login","after":[],"cost":1,"latencyMs":[1,2,3,9]},
      {"name":"search","after":["login"],"cost":5,"latencyMs":[4,5,6,70]}]}
      """;

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void writeWorkflow() throws IOException {
    file = Files.writeString(folder.resolve("workflow.json"), GOOD);
  }

  private String complaint(String text) throws IOException {
    Files.writeString(file, text);
    return refused("workflow", "plan", file, "--out", folder.resolve("plan.json"));
  }

  /** The sentence, without the name of the folder. */
  private String refused(Object... words) throws IOException {
    List<Path> before = files();
    Terminal run = curtail(words);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("\tat ");
    assertThat(files()).isEqualTo(before);
    return run.complaint().replace("curtail: ", "").replace(folder + "/", "");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void aCircleIsNamedAsAPath() throws IOException {
    assertThat(complaint(GOOD.replace("\"after\":[]", "\"after\":[\"search\"]")))
        .startsWith("workflow.json")
        .contains("circle: login -> search -> login");
  }

  @Test
  void anUnknownStageIsNamedWithTheOneThatWaitsForIt() throws IOException {
    assertThat(complaint(GOOD.replace("[\"login\"]", "[\"logon\"]")))
        .startsWith("workflow.json")
        .contains("stages[1].after[0]: expected the name of a stage, found \"logon\"");
  }

  @Test
  void aStageWithoutTimesIsNamed() throws IOException {
    assertThat(complaint(GOOD.replace("[1,2,3,9]", "[]")))
        .startsWith("workflow.json, line 2, column 50: stages[0].latencyMs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "cost":1 | "cost":0 | stages[0].cost
          "cost":1 | "cost":-2.5 | stages[0].cost
          "cost":1 | "cost":NaN | stages[0].cost
          [1,2,3,9] | [1,NaN,3,9] | stages[0].latencyMs[1]
          [1,2,3,9] | [1,2,-3,9] | stages[0].latencyMs[2]
          [1,2,3,9] | [1,2,"3",9] | stages[0].latencyMs[2]
          """)
  void aBadNumberIsNamedWithFileLineAndField(String good, String bad, String field)
      throws IOException {
    String value = bad.replaceAll(".*:|[\\[\\]\"]", "");
    assertThat(complaint(GOOD.replace(good, bad)))
        .startsWith("workflow.json, line 2, column ")
        .contains(": " + field + ": expected", value.contains(",") ? "found" : "found " + value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --budget 1.5 | --budget: expected a share from 0 to 1, such as 0.05 for 5 %, found 1.5
          --budget -0.1 | --budget: expected a share from 0 to 1, such as 0.05 for 5 %, found -0.1
          --budget NaN | --budget: expected a number, found 'NaN'
          --loss 1 | --loss: expected a share from 0 to below 1, such as 0.001 for 0.1 %, found 1
          --loss -0.5 | --loss: expected a share from 0 to below 1, such as 0.001 for 0.1 %, found -0.5
          --loss NaN | --loss: expected a number, found 'NaN'
          --percentile 100 | --percentile: expected a number above 0 and below 100, found 100
          --percentile 0 | --percentile: expected a number above 0 and below 100, found 0
          --requests 10 | --requests: expected a whole number from 1,000 to 10,000,000, found 10
          --target-ms 5 --budget 0.1 | --target-ms cannot be given together with --budget
          --target-ms 0 | --target-ms: expected a number above 0 and at most 1,000,000,000, found 0
          --target-ms 5 --time-outs | --target-ms cannot be given together with --time-outs
          --polish --split sum-var | --polish cannot be given together with --split sum-var
          --split hul | --split: expected hull, sum-var, equal-fraction, equal-budget or slowest-stage, found 'hul'; did you mean hull?
          --catch-up thread | --catch-up: expected threads, priority or reissue, found 'thread'; did you mean threads?
          --catch-up-budget 0.1 | --catch-up-budget works only with --catch-up, which is missing
          --catch-up priority --catch-up-degree 3 | --catch-up-degree works only with --catch-up threads, which is missing
          --target-ms 0.001 | --target-ms: no budget lowers the p99 of page to 1.00 µs: with a budget of 1 it is 24.0 ms
          """)
  void optionsOfPlanThatCannotBe(String options, String message) throws IOException {
    var words = new ArrayList<Object>(List.of("workflow", "plan", file));
    words.addAll(List.of(options.split(" ", -1)));
    words.addAll(List.of("--out", folder.resolve("plan.json")));
    String said = refused(words.toArray());
    if (message.contains("with a budget of 1")) {
      assertThat(said).startsWith(message.substring(0, message.indexOf("24.0")));
    } else {
      assertThat(said).isEqualTo(message);
    }
  }

  @Test
  void aPlanForAnotherWorkflow() throws IOException {
    Path plan = folder.resolve("plan.json");
    assertDone(curtail("workflow", "plan", file, "--requests", 1000, "--out", plan));
    Files.writeString(file, GOOD.replace("\"page\"", "\"shop\""));
    assertThat(refused("workflow", "simulate", file, "--plan", plan))
        .isEqualTo("plan.json: the plan is for workflow page, not for shop");
    Files.writeString(file, GOOD.replace("login", "sign-in"));
    assertThat(refused("workflow", "simulate", file, "--plan", plan))
        .startsWith("plan.json: the plan is for another workflow: ")
        .contains("login");
  }

  @Test
  void aFileThatIsNoWorkflowOrNoPlan() throws IOException {
    Path plan = folder.resolve("plan.json");
    assertDone(curtail("workflow", "plan", file, "--requests", 1000, "--out", plan));
    assertThat(refused("workflow", "show", plan))
        .startsWith("plan.json, line 1")
        .contains("format");
    assertThat(refused("workflow", "simulate", file, "--plan", file))
        .startsWith("workflow.json, line 1")
        .contains("format");
    assertThat(refused("workflow", "show", folder.resolve("none.json")))
        .isEqualTo("no such file: none.json");
    assertThat(refused("workflow", "show", folder)).contains("expected a workflow, found a folder");
  }

  @Test
  void stagesThatAreNotInThePlanOrSendNothingAreNotExported() throws IOException {
    Path plan = folder.resolve("plan.json");
    assertDone(curtail("workflow", "plan", file, "--budget", 0, "--requests", 1000, "--out", plan));
    assertThat(refused("export", plan, "--stage", "serch", "--to", "grpc"))
        .isEqualTo("--stage: expected login or search, found 'serch'; did you mean search?");
    assertThat(refused("export", plan, "--stage", "search", "--to", "grpc"))
        .isEqualTo(
            "plan.json: expected a stage that sends calls again, found that search sends none");
    assertThat(refused("export", plan, "--workflow", file, "--to", "grpc"))
        .isEqualTo("--workflow works only with --stage, which is missing");
  }

  @Test
  void aCommandThatIsMissingOrUnknown() throws IOException {
    assertThat(refused("workflow")).isEqualTo("expected a command, found none");
    assertThat(refused("workflow", "plot")).isEqualTo("curtail workflow has no command 'plot'");
    assertThat(refused("workflow", "plan"))
        .startsWith("WORKFLOW is missing: expected the workflow");
    assertThat(refused("workflow", "simulate", file))
        .startsWith("--plan FILE is missing: expected the plan");
  }

  @Test
  void loadsThatTheServersCannotCarry() throws IOException {
    Path plan = folder.resolve("plan.json");
    assertDone(curtail("workflow", "plan", file, "--requests", 1000, "--out", plan));
    assertThat(refused("workflow", "simulate", file, "--plan", plan, "--rps", 1e6, "--replicas", 2))
        .startsWith("--rps: expected fewer than ")
        .endsWith("found 1,000,000");
    assertThat(refused("workflow", "simulate", file, "--plan", plan, "--cancel"))
        .isEqualTo("--cancel works only with --rps or --utilisation, which is missing");
    assertThat(
            refused("workflow", "simulate", file, "--plan", plan, "--utilisation", 1, "--rps", 5))
        .isEqualTo("--utilisation: expected a number above 0 and at most 0.99, found 1");
  }

  @Test
  void aPlaceThatIsTaken() throws IOException {
    assertThat(refused("workflow", "plan", file, "--out", file))
        .isEqualTo("--out: expected another file than that of WORKFLOW, found workflow.json");
    Path plan = Files.writeString(folder.resolve("plan.json"), "mine");
    assertThat(refused("workflow", "plan", file, "--out", plan))
        .isEqualTo("plan.json: already there; choose another place or add --overwrite");
    assertThat(plan).hasContent("mine");
  }
}
