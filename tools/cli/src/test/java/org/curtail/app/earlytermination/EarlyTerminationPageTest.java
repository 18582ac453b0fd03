package org.curtail.app.earlytermination;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.app.report.WrittenPage;
import org.curtail.lab.earlytermination.SampleEarlyTermination;
import org.curtail.measurement.results.Results;
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
