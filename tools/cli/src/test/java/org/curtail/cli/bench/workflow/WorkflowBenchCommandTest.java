package org.curtail.cli.bench.workflow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code curtail bench --workflow} as a user runs it, with real servers. */
class WorkflowBenchCommandTest {
  @TempDir private Path folder;
  private Path file;
  private Path planFile;
  private Workflow workflow;

  @BeforeEach
  void makeFiles() throws IOException {
    double[] ms = new double[40];
    for (int i = 0; i < ms.length; i++) {
      ms[i] = i % 10 == 0 ? 30 : 1 + i % 3;
    }
    StageTimes times = StageTimes.independent(ms);
    workflow =
        Workflow.of(
            "shop",
            List.of(
                Stage.of("search", List.of(), 4, times),
                Stage.of("prices", List.of("search"), 2, times).asking(Responders.allOf(2))));
    file = folder.resolve("workflow.json");
    JsonFile.WORKFLOW.write(file, workflow);
    planFile = folder.resolve("plan.json");
    JsonFile.WORKFLOW_PLAN.write(planFile, WorkflowPlanDocument.of(plan(CatchUp.NONE)));
  }

  private WorkflowPlan plan(CatchUp catchUp) {
    return new WorkflowPlan(
        "shop",
        WorkflowGoal.reissue(99, 0.1),
        List.of(
            new StagePlan("search", ReissuePolicy.singleD(8), 0.1, PartialAnswer.NONE, 0),
            StagePlan.none("prices")),
        catchUp);
  }

  private Terminal bench(Object... more) {
    return curtail(
        Stream.concat(
                Stream.<Object>of(
                    "bench",
                    "--workflow",
                    file,
                    "--plan",
                    planFile,
                    "--out",
                    folder.resolve("out")),
                Stream.of(more))
            .toArray());
  }

  @Test
  void contendersAreComparedAndTheReportDrawsThem() throws IOException {
    Terminal run =
        assertDone(
            bench("--rps", 400, "--noise", "pause:10%x40ms", "--requests", 200, "--repeats", 5));

    Path results = folder.resolve("out/results.json");
    Results measured = ResultsFile.read(results);
    assertThat(measured.runs())
        .extracting(Run::policy)
        .containsExactly("none", "plan", "equal-budget", "time-outs");
    assertThat(requireNonNull(measured.runs().get(1).workflow()).stages())
        .extracting(stage -> stage.name())
        .containsExactly("search", "prices");
    assertThat(measured.command())
        .contains("--workflow", "--plan", "--replicas 3", "--noise pause:10%x40ms", "--rps 400");
    assertThat(run.out()).contains("simulated", "The stages with the plan", "search");

    Path page = folder.resolve("report.html");
    assertDone(curtail("report", results, "--out", page));
    assertThat(Files.readString(page))
        .contains(
            "The tail from end to end, measured and simulated",
            "Copies of each stage, sent and planned",
            "share of the busiest stage");
  }

  @Test
  @Tag("long")
  void theCommandThatIsKeptMeasuresTheSameAgain() {
    assertDone(
        bench(
            "--slots",
            4,
            "--load",
            "0.2",
            "--requests",
            40,
            "--repeats",
            1,
            "--policies",
            "none,plan"));
    Path results = folder.resolve("out/results.json");
    String command = ResultsFile.read(results).command();

    List<String> words = List.of(command.replace("./curtail ", "").split(" "));
    assertDone(
        curtail(Stream.concat(words.stream(), Stream.of("--overwrite")).toArray(Object[]::new)));
    assertThat(ResultsFile.read(results).command()).isEqualTo(command);
  }

  @Test
  @Tag("long")
  void asJsonNothingElseIsPrinted() {
    Terminal run =
        assertDone(
            bench("--rps", 400, "--requests", 40, "--repeats", 1, "--policies", "none", "--json"));
    assertThat(run.out()).startsWith("{").contains("\"workflow\"", "\"budgetUsed\"");
  }

  @Test
  void whatIsMissingOrWrongIsSaid() throws IOException {
    Path out = folder.resolve("out");
    assertUsageError(curtail("bench", "--workflow", file, "--out", out), "--plan is missing");
    assertUsageError(
        curtail("bench", "--plan", planFile, "--replicas", 3, "--log", file, "--out", out),
        "--plan works only with --workflow");
    assertUsageError(bench("--policies", "none,plam"), "--policies", "did you mean plan?");
    assertUsageError(
        bench("--replicas", 1), "--replicas: expected a whole number from 2", "found 1");
    assertUsageError(bench("--slots", 0), "--slots", "found 0");
    assertUsageError(bench("--noise", "pause:4"), "--noise: expected");
    assertUsageError(
        bench("--load", 0.3, "--rps", 10), "--load cannot be given together with --rps");
    assertUsageError(bench("--log", "x"), "--log cannot be given together with --workflow");
    assertUsageError(bench("--budget", "0.1"), "--budget cannot be given together with --workflow");
    assertUsageError(bench("--index", "x"), "--index cannot be given together with --workflow");
    assertUsageError(bench("--cores", 2), "--cores cannot be given together with --workflow");
    assertUsageError(
        bench("--emulate-cores", 2), "--emulate-cores cannot be given together with --workflow");
    assertThat(out).doesNotExist();
  }

  @Test
  void aPlanForAnotherWorkflowOrOneThatServersCannotFollowIsRefused() throws IOException {
    Path other = folder.resolve("other.json");
    JsonFile.WORKFLOW_PLAN.write(
        other,
        WorkflowPlanDocument.of(
            new WorkflowPlan(
                "bank",
                WorkflowGoal.reissue(99, 0.1),
                List.of(StagePlan.none("search"), StagePlan.none("prices")),
                CatchUp.NONE)));
    assertUsageError(
        curtail("bench", "--workflow", file, "--plan", other, "--out", folder.resolve("out")),
        "other.json",
        "the plan is for workflow bank, not for shop");
    Path threads = folder.resolve("threads.json");
    JsonFile.WORKFLOW_PLAN.write(
        threads, WorkflowPlanDocument.of(plan(new CatchUp.Threads(20, 2, 1.8))));
    assertUsageError(
        curtail("bench", "--workflow", file, "--plan", threads, "--out", folder.resolve("out")),
        "more threads cannot be measured here");
  }

  @Test
  void aWorkflowTooLargeForOneMachineIsRefused() throws IOException {
    StageTimes times = StageTimes.independent(new double[] {1});
    Path large = folder.resolve("large.json");
    Workflow fan =
        Workflow.of(
            "fan", List.of(Stage.of("leaves", List.of(), 1, times).asking(Responders.allOf(5000))));
    JsonFile.WORKFLOW.write(large, fan);
    JsonFile.WORKFLOW_PLAN.write(planFile, WorkflowPlanDocument.of(WorkflowPlan.none(fan)));
    assertUsageError(
        curtail("bench", "--workflow", large, "--plan", planFile, "--out", folder.resolve("out")),
        "large.json: expected requests to at most 170 servers with 3 replicas each",
        "5,000");
  }
}
