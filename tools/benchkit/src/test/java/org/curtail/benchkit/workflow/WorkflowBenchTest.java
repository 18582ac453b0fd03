package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowBenchTest {
  private static Console silent() {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new Console(nowhere, nowhere, false);
  }

  @Test
  @Tag("long")
  void allContendersAreMeasuredAndTheResultsGoThroughAFile(@TempDir Path folder) throws Exception {
    Workflow workflow = SampleWorkflows.diamond();
    WorkflowPlan plan =
        SampleWorkflows.plan(workflow, Map.of("a", SampleWorkflows.copies("a", 10, 0.05)));
    WorkflowSetting setting =
        SampleWorkflows.setting(
            workflow,
            40,
            5,
            250,
            WorkflowPolicy.contenders(WorkflowPolicy.USUAL, workflow, plan)
                .toArray(WorkflowContender[]::new));

    Results results = new WorkflowBench(setting, silent()).run("./curtail bench", Map.of());

    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly("none", "plan", "equal-budget", "time-outs");
    assertThat(results.runs()).allMatch(run -> run.requests() == 5 * 36);
    assertThat(results.runs()).allMatch(run -> run.checks().failed() == 0);
    assertThat(run(results, "none").against()).isEmpty();
    assertThat(run(results, "plan").against())
        .extracting(Comparison::baseline)
        .containsExactly("equal-budget", "time-outs", "none");
    assertThat(run(results, "time-outs").against())
        .extracting(Comparison::baseline)
        .containsExactly("none");
    LiveWorkflow none = live(results, "none");
    assertThat(none.budgetUsed()).isZero();
    assertThat(none.budget()).isNull();
    // A client that cancels nothing ends no connection.
    assertThat(none.lostConnections()).isZero();
    assertThat(requireNonNull(none.predicted()).p99Ratio()).isEqualTo(1);
    LiveWorkflow planned = live(results, "plan");
    assertThat(planned.budget()).isEqualTo(0.1);
    assertThat(planned.stages()).noneMatch(LiveStage::exceedsPlan);
    assertThat(planned.stages().getFirst().planned()).isEqualTo(0.05);
    assertThat(requireNonNull(planned.predicted()).p99Ratio()).isLessThan(1);
    assertThat(requireNonNull(planned.underLoad()).p99Ms())
        .isGreaterThan(0.95 * requireNonNull(planned.predicted()).p99Ms());
    assertThat(live(results, "equal-budget").exceedsBudget()).isFalse();
    assertThat(live(results, "time-outs").predicted()).isNull();
    assertThat(results.settings()).containsKeys("stages of plan", "stages of time-outs");

    Path file = folder.resolve("results.json");
    try (var writer = Files.newBufferedWriter(file)) {
      ResultsFile.write(results, writer);
    }
    assertThat(ResultsFile.read(file).runs()).isEqualTo(results.runs());
    assertThat(ResultsFile.read(file).verdict()).isEqualTo(results.verdict());
  }

  private static Run run(Results results, String policy) {
    return results.runs().stream()
        .filter(run -> run.policy().equals(policy))
        .findFirst()
        .orElseThrow();
  }

  private static LiveWorkflow live(Results results, String policy) {
    return requireNonNull(run(results, policy).workflow());
  }
}
