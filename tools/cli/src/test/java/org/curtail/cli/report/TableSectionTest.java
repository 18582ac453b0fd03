package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.cli.chart.TablePicture;
import org.junit.jupiter.api.Test;

class TableSectionTest {
  @Test
  void theTableEndsWithTheWaitForAnExit() throws Exception {
    String text = WrittenPage.of(SampleResults.fifteenCores()).text();

    assertThat(text).contains("≤ 6", "≥ 25", "wait for an exit");
  }

  @Test
  void aTableShowsHowFarItsTailsAreFromTheBest() throws Exception {
    String text = WrittenPage.of(SampleResults.twoCores()).text();

    assertThat(text).contains("from best", "1.61 %", "–");
  }

  @Test
  void theTableIsAPictureOfItsOwnToo() throws Exception {
    var writer = new StringWriter();
    TablePicture.write(SampleResults.publishedTable(), writer);
    String text = new WrittenPage(writer.toString()).text();

    assertThat(text).contains("load ≤ 6: degree 4 from 0 ms", "≥ 25", "on 15 cores");
    assertThat(writer.toString()).doesNotContain("NaN", "Infinity", "∞");
  }
}
