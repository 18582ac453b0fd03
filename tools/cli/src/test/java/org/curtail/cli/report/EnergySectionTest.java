package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleEnergy;
import org.curtail.benchkit.results.SampleResults;
import org.junit.jupiter.api.Test;

class EnergySectionTest {
  private static String page(Results results) throws IOException {
    var page = new StringWriter();
    HtmlReport.write(List.of(results), page);
    return page.toString();
  }

  @Test
  void energyOfEachClassStandsBesideTheSimulated() throws IOException {
    String page = page(SampleEnergy.results());
    assertThat(page)
        .contains("Energy by class of cores", "on little", "on big", "idle cores")
        .contains("8.40 mJ, 70 % of all-fast")
        .contains("<td>0.98 (0.97 to 0.99)</td><td>0.70 (0.69 to 0.72)</td>")
        .contains("<td>0.40</td><td>0.401</td>")
        .contains(".d2");
    assertThat(page).as("energy is no advice on threads").doesNotContain("do-this");
  }

  @Test
  void withoutWattsThereIsTimeOnly() throws IOException {
    String page = page(SampleEnergy.withoutWatts());
    assertThat(page).contains("Time by class of cores").doesNotContain("mJ/request", "idle cores");
    assertThat(page(SampleResults.twoCores())).doesNotContain("by class of cores");
  }
}
