package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.benchkit.workflow.SampleWorkflowRuns;
import org.junit.jupiter.api.Test;

class WorkflowRunSectionTest {
  private static String page(Results results) throws IOException {
    var page = new StringWriter();
    HtmlReport.write(List.of(results), page);
    return page.toString();
  }

  @Test
  void theTailIsDrawnBesideTheSimulatedOneAndEachStageBesideItsPlan() throws IOException {
    String page = page(SampleWorkflowRuns.results(SampleWorkflowRuns.usual()));

    assertThat(page)
        .contains("The tail from end to end, measured and simulated")
        .contains("plan: 0.60 (0.55 to 0.65), simulated 0.64")
        .contains("Copies of each stage, sent and planned")
        .contains("index: 1.90, planned 2.00")
        .contains("closed their connection: plan 7 at 40 % load.")
        .contains("4.80 ± 0.10", "load, share of the busiest stage")
        .doesNotContain("sequential capacity", "Degree of parallelism", "do-this");
  }

  @Test
  void severalLoadsAreDrawnAgainstLoad() throws IOException {
    assertThat(page(SampleWorkflowRuns.results(SampleWorkflowRuns.sweep())))
        .contains("Where the plan helps and where it harms", "What copies cost");
  }

  @Test
  void aStageAboveItsPlanIsMarked() throws IOException {
    assertThat(page(SampleWorkflowRuns.results(SampleWorkflowRuns.above())))
        .contains("(above the plan)");
  }

  @Test
  void otherResultsHaveNoStages() throws IOException {
    assertThat(page(SampleResults.twoCores())).doesNotContain("Copies of each stage");
  }
}
