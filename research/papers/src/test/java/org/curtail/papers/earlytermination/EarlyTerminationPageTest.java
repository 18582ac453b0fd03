package org.curtail.papers.earlytermination;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.benchkit.results.Results;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.Test;

class EarlyTerminationPageTest {
  @Test
  void tablesClaimsAndFiguresAreAllDrawn() throws Exception {
    Results results = SampleEarlyTermination.results(1, 0);
    WrittenPage page = WrittenPage.of(results);
    page.assertThatItCanBeShown();
    assertThat(page.markup())
        .contains("Cost on one thread", "Claims", "Speculative work", "95 % interval")
        .doesNotContain("0 policies", "simulator");
  }
}
