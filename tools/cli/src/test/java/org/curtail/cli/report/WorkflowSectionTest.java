package org.curtail.cli.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleWorkflow;
import org.curtail.cli.chart.WorkflowDrawing;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class WorkflowSectionTest {
  private final Results results = SampleWorkflow.results();

  private String picture() throws IOException {
    DrawnWorkflow workflow = requireNonNull(results.workflow());
    var written = new StringWriter();
    WorkflowDrawing.write(workflow, written);
    return written.toString();
  }

  @Test
  void pageAndPictureAreWellFormedAndHaveAllStagesAndTheirCopies() throws Exception {
    for (String text : List.of(WrittenPage.of(results).markup(), picture())) {
      String content = new WrittenPage(text).text();
      assertThat(content)
          .contains("login & <b>", "search ×100", "index", "ads", "page")
          .contains("again after 12.0 ms, p 0.4", "no copies", "loses 0.1");
      assertThat(text).doesNotContain("NaN", "Infinity", "<b>");
    }
  }

  @Test
  void thereIsAnArrowForEachStageThatAnotherOneWaitsFor() throws Exception {
    NodeList paths = new WrittenPage(picture()).parsed().getElementsByTagName("path");
    int flows = 0;
    for (int i = 0; i < paths.getLength(); i++) {
      if (((Element) paths.item(i)).getAttribute("class").equals("flow")) {
        flows++;
      }
    }
    assertThat(flows).isEqualTo(4);
  }

  @Test
  void aLongerBarIsAGreaterBlame() throws Exception {
    NodeList rects = new WrittenPage(picture()).parsed().getElementsByTagName("rect");
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < rects.getLength(); i++) {
      Element rect = (Element) rects.item(i);
      if (rect.getAttribute("class").equals("blame")) {
        double width = Double.parseDouble(rect.getAttribute("width"));
        least = Math.min(least, width);
        most = Math.max(most, width);
      }
    }
    assertThat(least).isZero();
    assertThat(most).isGreaterThan(50);
  }

  @Test
  void theSectionsStandInTheOrderInWhichTheyAreRead() throws IOException {
    String html = WrittenPage.of(results).markup();
    assertThat(html.indexOf("p99 falls by 43 %")).isLessThan(html.indexOf("The stages of page"));
    assertThat(html.indexOf("The stages of page"))
        .isLessThan(html.indexOf("Latency before and after"));
    assertThat(html).contains("workflow · 5 stages · seed 1");
  }
}
