package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.curtail.benchkit.replicas.SampleReplicaRuns;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleResults;
import org.junit.jupiter.api.Test;

class CopiesSectionTest {
  private static String page(Results results) throws IOException {
    var page = new StringWriter();
    HtmlReport.write(List.of(results), page);
    return page.toString();
  }

  @Test
  void aSweepOfReplicasShowsRatiosCopiesAndWhoAnsweredFirst() throws IOException {
    String page = page(SampleReplicaRuns.results(SampleReplicaRuns.sweep()));

    assertThat(page)
        .contains(
            "Where hedging helps and where it harms", "The first answers, and the cost of copies")
        .contains("second copy: 75 %", "2.01 ± 0.06", "load, share of all slots")
        .doesNotContain("sequential capacity", "Degree of parallelism", "do-this");
  }

  @Test
  void severalBudgetsAreDrawn() throws IOException {
    assertThat(page(SampleReplicaRuns.results(SampleReplicaRuns.budgets())))
        .contains("Tail against budget", "budget, copies per 100 requests");
  }

  @Test
  void otherResultsHaveNoCopies() throws IOException {
    assertThat(page(SampleResults.twoCores())).doesNotContain("The first answers");
  }
}
