package org.curtail.app.earlytermination;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.curtail.app.report.HtmlReport;
import org.curtail.lab.earlytermination.SampleEarlyTermination;
import org.curtail.measurement.results.Results;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class EarlyTerminationPageTest {
  @Test
  void tablesClaimsAndFiguresAreAllDrawn() throws Exception {
    Results results = SampleEarlyTermination.results(1, 0);
    var page = new StringWriter();
    HtmlReport.write(List.of(results), page);
    assertThat(page.toString())
        .contains("Cost on one thread", "Claims", "Speculative work", "95 % interval")
        .doesNotContain("0 policies", "simulator");
    javax.xml.parsers.DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(
            new InputSource(new StringReader(page.toString().replaceFirst("<!DOCTYPE html>", ""))));
  }
}
