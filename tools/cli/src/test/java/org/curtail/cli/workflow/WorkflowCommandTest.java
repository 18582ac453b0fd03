package org.curtail.cli.workflow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.curtail.workflow.plan.WorkflowPlanner;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class WorkflowCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REQUESTS = 4_000;

  @TempDir private Path folder;
  private Path file = Path.of("");
  private Path plan = Path.of("");

  @BeforeEach
  void makeWorkflow() {
    file = folder.resolve("workflow.json");
    plan = folder.resolve("plan.json");
    assertDone(
        curtail(
            "workflow", "generate", "--stages", 5, "--samples", 1_000, "--seed", 4, "--out", file));
  }

  private Terminal workflow(String command, Object... more) {
    var words = new ArrayList<Object>(List.of("workflow", command, file));
    words.addAll(List.of(more));
    if (!words.contains("--requests")) {
      words.addAll(List.of("--requests", REQUESTS));
    }
    return curtail(words.toArray());
  }

  @Test
  void theSameSeedGeneratesTheSameFileAndAnotherSampleSeedTheSameStages() throws IOException {
    Path again = folder.resolve("again.json");
    Path other = folder.resolve("other.json");
    assertDone(
        curtail(
            "workflow",
            "generate",
            "--stages",
            5,
            "--samples",
            1_000,
            "--seed",
            4,
            "--out",
            again));
    assertDone(
        curtail(
            "workflow",
            "generate",
            "--stages",
            5,
            "--samples",
            1_000,
            "--seed",
            4,
            "--sample-seed",
            5,
            "--out",
            other));
    assertThat(again).hasSameTextualContentAs(file);
    Workflow one = JsonFile.WORKFLOW.read(file);
    Workflow two = JsonFile.WORKFLOW.read(other);
    assertThat(two.stages().stream().map(stage -> stage.name() + stage.after() + stage.cost()))
        .isEqualTo(
            one.stages().stream()
                .map(stage -> stage.name() + stage.after() + stage.cost())
                .toList());
    assertThat(two.stages().getFirst().times().firstMillis())
        .isNotEqualTo(one.stages().getFirst().times().firstMillis());
    WorkflowPlan.none(one).requireFits(two);
  }

  @Test
  void jsonOfGenerateIsTheFile() throws IOException {
    Terminal run =
        assertDone(
            curtail(
                "workflow", "generate", "--stages", 5, "--samples", 1_000, "--seed", 4, "--json"));
    assertThat(JSON.readTree(run.out())).isEqualTo(JSON.readTree(file.toFile()));
  }

  @Test
  void showSaysWhichStagesAndAttemptsAreSlowTogether() throws IOException {
    var random = new SplittableRandom(7);
    double[][] joint = new double[1_000][];
    double[] copies = new double[joint.length];
    for (int i = 0; i < joint.length; i++) {
      double slow = random.nextInt(20) == 0 ? 50 : 1;
      joint[i] =
          new double[] {
            slow * (1 + random.nextDouble()),
            slow * (1 + random.nextDouble()),
            i % 3 == 0 ? Double.NaN : 1 + random.nextDouble()
          };
      copies[i] = joint[i][0] * (1 + random.nextDouble());
    }
    double[] first = Arrays.stream(joint).mapToDouble(row -> row[0]).toArray();
    double[] other = Arrays.stream(joint).mapToDouble(row -> row[1]).toArray();
    Workflow workflow =
        Workflow.of(
                "traced",
                List.of(
                    Stage.of("a", List.of(), 1, StageTimes.paired(first, copies)),
                    Stage.of("b", List.of("a"), 1, StageTimes.independent(other)),
                    Stage.of("c", List.of("b"), 1, StageTimes.independent(other))))
            .with(JointTraces.of(List.of("a", "b", "c"), joint));
    JsonFile.WORKFLOW.write(file, workflow);
    Terminal run = assertDone(workflow("show"));
    JsonNode json = JSON.readTree(assertDone(workflow("show", "--json")).out());
    JsonNode together = json.path("together");
    JsonNode most = together.path("stages").path(0);
    assertThat(most.path("stage").asText() + most.path("with").asText()).isEqualTo("ab");
    assertThat(most.path("requests").asInt()).isEqualTo(1_000);
    assertThat(most.path("low").asDouble()).isGreaterThan(0);
    assertThat(together.path("stages")).hasSize(3);
    assertThat(together.path("stages").path(2).path("requests").asInt()).isEqualTo(666);
    // Both stages are slow at 50 times as long, in one of 20 requests together or in two apart.
    assertThat(together.path("independentTailHighMs").asDouble())
        .isLessThan(json.path("tailMs").asDouble());
    JsonNode attempts = together.path("attempts").path(0);
    assertThat(attempts.path("stage").asText()).isEqualTo("a");
    assertThat(attempts.path("tailMs").asDouble())
        .isEqualTo(
            ReissuePlanner.singleR(AttemptTimes.paired(first, copies), new ReissueGoal(99, 0.05))
                .predictedMillis())
        .isGreaterThan(attempts.path("independentMs").asDouble());
    assertThat(run.out())
        .contains("rank correlation", "If the stages were independent of each other, p99 would be ")
        .contains("p99 ms with 5 % copies");
  }

  @Test
  void showSaysWhatEachStageTakesAndWhoIsToBlame() throws IOException {
    Path picture = folder.resolve("dag.svg");
    Terminal run = assertDone(workflow("show", "--picture", picture));
    JsonNode json = JSON.readTree(assertDone(workflow("show", "--json")).out());
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    WorkflowResult result =
        WorkflowSimulation.of(workflow, REQUESTS, 1).run(WorkflowPlan.none(workflow));
    assertThat(json.get("tailMs").asDouble()).isEqualTo(result.percentileMillis(99));
    assertThat(json.get("stages")).hasSize(5);
    double contributions = 0;
    for (JsonNode stage : json.get("stages")) {
      assertThat(run.out()).contains(stage.get("name").asText());
      assertThat(stage.get("tailMs").asDouble()).isGreaterThan(stage.get("p50Ms").asDouble());
      assertThat(stage.get("neverAboveMedianTailMs").asDouble())
          .isLessThanOrEqualTo(json.get("tailMs").asDouble());
      contributions += stage.get("contributionMs").asDouble();
    }
    assertThat(contributions).isCloseTo(result.meanMillis(), within(1e-6 * result.meanMillis()));
    assertThat(run.out()).contains("is to blame most often", "never took longer than its median");
    assertThat(run.err())
        .contains("Next: ./curtail workflow plan %s --budget 0.05 --out plan.json".formatted(file));
    assertThat(Files.readString(picture))
        .startsWith("<svg")
        .contains(workflow.stages().getFirst().name(), "class=\"flow\"")
        .endsWith("</svg>\n");
  }

  @Test
  void theFileHoldsThePlanOfThePlannerAndWhatItBringsOnTimesSeenAndNotSeen() throws IOException {
    Terminal run = assertDone(workflow("plan", "--budget", 0.05, "--out", plan));
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    WorkflowPlanDocument noted = JsonFile.readPlan(plan, workflow);
    var goal = WorkflowGoal.reissue(99, 0.05);
    assertThat(noted.plan().goal()).isEqualTo(goal);
    WorkflowPlan expected = WorkflowPlanner.plan(workflow, goal);
    assertThat(noted.plan().stages()).isEqualTo(expected.stages());
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, REQUESTS, 1);
    WorkflowPlanDocument.Expected predicted = requireNonNull(noted.predicted());
    assertThat(predicted.p99().withMillis())
        .isEqualTo(simulation.run(expected).percentileMillis(99));
    assertThat(predicted.p99().withoutMillis())
        .isEqualTo(simulation.run(WorkflowPlan.none(workflow)).percentileMillis(99));
    assertThat(predicted.cost()).isCloseTo(0.05, within(0.01));
    WorkflowPlanDocument.Expected heldOut = requireNonNull(noted.heldOut());
    assertThat(heldOut.p99().withMillis()).isLessThan(heldOut.p99().withoutMillis());
    assertThat(run.out()).contains("again after ms", "on times it had not seen", "equal fractions");
    assertThat(run.err())
        .contains("Wrote the plan to " + plan)
        .contains(
            "Next: ./curtail workflow simulate %s --plan %s --utilisation 0.5"
                .formatted(file, plan));
  }

  @Test
  void allStagesAreListedAndThoseThatSendNothingHaveDelayAndProbabilityZero() throws IOException {
    assertDone(workflow("plan", "--budget", 0.002, "--out", plan));
    JsonNode stages = JSON.readTree(plan.toFile()).get("stages");
    assertThat(stages).hasSize(5);
    int without = 0;
    for (JsonNode stage : stages) {
      assertThat(stage.get("name").asText()).isNotBlank();
      assertThat(stage.get("reissueFraction").asDouble()).isBetween(0.0, 1.0);
      if (stage.get("probability").asDouble() == 0) {
        assertThat(stage.get("delayMs").asDouble()).isZero();
        assertThat(stage.get("reissueFraction").asDouble()).isZero();
        without++;
      }
    }
    assertThat(without).as("a budget too small for all: %s", stages).isPositive();
  }

  @Test
  void jsonIsAPlanItselfAndHasHowItCameAbout() throws IOException {
    Terminal run = assertDone(workflow("plan", "--json", "--out", plan));
    Path copy = Files.writeString(folder.resolve("copy.json"), run.out());
    assertThat(JsonFile.WORKFLOW_PLAN.read(copy)).isEqualTo(JsonFile.WORKFLOW_PLAN.read(plan));
    JsonNode planning = JSON.readTree(run.out()).get("planning");
    double own = planning.get("predicted").get("withMs").asDouble();
    assertThat(planning.get("predicted").get("withoutMs").asDouble()).isGreaterThan(own);
    assertThat(planning.get("costAtMost").asDouble()).isGreaterThan(0.05);
    double shares = 0;
    for (JsonNode stage : planning.get("stages")) {
      shares += stage.get("budgetShare").asDouble();
    }
    assertThat(shares).isCloseTo(1, within(1e-9));
    assertThat(planning.get("budgets")).hasSizeGreaterThan(5);
  }

  @Test
  void aTargetIsReachedForTheLeastBudget() throws IOException {
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, REQUESTS, 1);
    double target =
        simulation
            .run(WorkflowPlanner.plan(workflow, WorkflowGoal.reissue(99, 0.03)))
            .percentileMillis(99);
    assertDone(workflow("plan", "--target-ms", target, "--out", plan));
    WorkflowPlan found = JsonFile.readPlan(plan, workflow).plan();
    assertThat(found.goal().budget()).isBetween(0.0, 0.033);
    assertThat(simulation.run(found).percentileMillis(99)).isLessThanOrEqualTo(target * 1.01);
  }

  @Test
  void aPlanOfTimeOutsHasNoProbabilityBetween() {
    assertDone(workflow("plan", "--time-outs", "--out", plan));
    for (StagePlan stage : JsonFile.WORKFLOW_PLAN.read(plan).plan().stages()) {
      assertThat(WorkflowText.copy(stage.policy()).probability()).isIn(0.0, 1.0);
    }
  }

  @Test
  void heldOutTimesOfAFileAreThoseThatThePlanIsTriedOn() throws IOException {
    Path other = folder.resolve("other.json");
    assertDone(
        curtail(
            "workflow",
            "generate",
            "--stages",
            5,
            "--samples",
            1_000,
            "--seed",
            4,
            "--sample-seed",
            5,
            "--out",
            other));
    assertDone(workflow("plan", "--held-out", other, "--out", plan));
    Workflow unseen = JsonFile.WORKFLOW.read(other);
    WorkflowPlanDocument noted = JsonFile.readPlan(plan, unseen);
    WorkflowResult found = WorkflowSimulation.of(unseen, REQUESTS, 1).run(noted.plan());
    WorkflowPlanDocument.Expected heldOut = requireNonNull(noted.heldOut());
    assertThat(heldOut.p99().withMillis()).isEqualTo(found.percentileMillis(99));
    assertThat(heldOut.cost()).isEqualTo(found.budgetUsed());
  }

  @Test
  void timesThatChangedWhileTheyWereMeasuredAreTold() throws IOException {
    var times = new ArrayList<String>();
    for (int i = 0; i < 2_000; i++) {
      double slow = i < 1_000 ? 900 : 30;
      times.add(String.valueOf(i % 20 == 0 ? slow : 10));
    }
    Files.writeString(
        file,
        "{\"format\":\"curtail-workflow/1\",\"name\":\"page\",\"stages\":[{\"name\":\"a\",\"after\":[],\"cost\":1,\"latencyMs\":%s}]}"
            .formatted(times));
    Terminal run = assertDone(workflow("plan", "--budget", 0.02, "--out", plan));
    assertThat(run.err())
        .contains(
            "without copies, the p99 is 30.0 ms on held-out times and 900 ms on the times of planning");
    assertDone(
        workflow("plan", "--budget", 0.02, "--held-out", file, "--out", plan, "--overwrite"));
    assertThat(JsonFile.WORKFLOW_PLAN.read(plan).notes())
        .noneMatch(note -> note.contains("on held-out times and"));
  }

  @Test
  void theReportHasTheStagesTheirBudgetsAndAllLines() throws IOException {
    Path results = folder.resolve("results.json");
    Path page = folder.resolve("report.html");
    assertDone(workflow("plan", "--out", plan, "--results", results));
    assertDone(curtail("report", results, "--out", page));
    String html = Files.readString(page);
    for (StagePlan stage : JsonFile.WORKFLOW_PLAN.read(plan).plan().stages()) {
      assertThat(html).contains(stage.stage());
    }
    assertThat(html)
        .contains("Latency before and after", "Gain against budget", "Gain from copies in each")
        .contains("equal budgets", "all on the slowest stage", "class=\"stage sends\"")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void simulateWithoutQueuesFindsWhatWasPredicted() throws IOException {
    assertDone(workflow("plan", "--out", plan));
    JsonNode json = JSON.readTree(assertDone(workflow("simulate", "--plan", plan, "--json")).out());
    WorkflowPlanDocument.Expected predicted =
        requireNonNull(JsonFile.WORKFLOW_PLAN.read(plan).predicted());
    assertThat(json.get("withMs").asDouble()).isEqualTo(predicted.p99().withMillis());
    assertThat(json.get("cost").asDouble()).isEqualTo(predicted.cost());
    assertThat(assertDone(workflow("simulate", "--plan", plan)).out())
        .contains("Simulated without queues: 4,000 requests", "Copies cost");
  }

  @Test
  void underALightLoadThePlanHoldsAndUnderAHeavyOneItIsLoweredOrRefused() throws IOException {
    assertDone(workflow("plan", "--out", plan));
    JsonNode light =
        JSON.readTree(
            assertDone(workflow("simulate", "--plan", plan, "--utilisation", 0.05, "--json"))
                .out());
    assertThat(light.get("holdsAsGiven").asBoolean()).as(light.toString()).isTrue();
    assertThat(light.get("runs").get(1).get("withQueuesMs").asDouble())
        .isLessThan(light.get("runs").get(0).get("withQueuesMs").asDouble());
    Terminal heavy =
        assertDone(workflow("simulate", "--plan", plan, "--utilisation", 0.97, "--json"));
    JsonNode json = JSON.readTree(heavy.out());
    assertThat(json.get("holdsAsGiven").asBoolean()).as(json.toString()).isFalse();
    assertThat(json.get("reason").asText()).isNotBlank();
  }

  @Test
  void aStageOfThePlanIsExported() throws IOException {
    assertDone(workflow("plan", "--out", plan));
    StagePlan stage =
        JsonFile.WORKFLOW_PLAN.read(plan).plan().stages().stream()
            .filter(each -> WorkflowText.copy(each.policy()).probability() > 0)
            .findFirst()
            .orElseThrow();
    Terminal polly = assertDone(curtail("export", plan, "--stage", stage.stage(), "--to", "polly"));
    assertThat(polly.out()).contains("AddHedging");
    JsonNode json =
        JSON.readTree(
            assertDone(
                    curtail(
                        "export",
                        plan,
                        "--stage",
                        stage.stage(),
                        "--workflow",
                        file,
                        "--to",
                        "grpc",
                        "--json"))
                .out());
    assertThat(json.get("reissueFraction").asDouble())
        .isLessThanOrEqualTo(stage.reissueFraction() * (1 + 1e-9));
    assertThat(json.get("probability").asDouble()).isEqualTo(1);
    assertThat(json.get("predictedMs").asDouble()).isPositive();
  }
}
