package org.curtail.cli.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleDiagnosis;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.cli.chart.PageFrame;
import org.curtail.diagnose.Cause;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class DiagnosisSectionsTest {
  private final Results results = SampleDiagnosis.results();

  private Document page() throws Exception {
    return WrittenPage.of(results).parsed();
  }

  private static List<Double> widths(Document page, String css) {
    NodeList rects = page.getElementsByTagName("rect");
    var widths = new ArrayList<Double>();
    for (int i = 0; i < rects.getLength(); i++) {
      Element rect = (Element) rects.item(i);
      if (rect.getAttribute("class").equals(css) && !rect.getAttribute("height").equals("13")) {
        widths.add(Double.parseDouble(rect.getAttribute("width")));
      }
    }
    return widths;
  }

  @Test
  void thePageIsWellFormedAndSaysAllThatWasFound() throws Exception {
    String content = page().getDocumentElement().getTextContent();

    assertThat(content)
        .contains(
            "The parts of the time, from fast to slow", "p90 to p100", "Queries, from slow to fast")
        .contains("The distribution of latency, by cause")
        .contains("query <3>, 90.0 ms: run queue, then work", "curtail & 0")
        .contains("query 4, 80.0 ms: like similar requests")
        .contains("use fewer threads", "1.60", "not predicted")
        .contains("cpu-hog", "Slow requests by injected cause")
        .contains("/proc/thread-self/schedstat is not there", "93 %")
        .contains("Observed blocks beside 10 unobserved ones")
        .contains("a.B.c");
    assertThat(WrittenPage.of(results).markup()).doesNotContain("NaN", "Infinity", "<3>");
  }

  @Test
  void aBarIsAsLongAsItsLatencyAndAPartAsItsTime() throws Exception {
    List<Double> work = widths(page(), "c-work");
    List<Double> queue = widths(page(), "c-run-queue");

    // Groups of 10 ms of work and 0 to 81 ms without a core, on a page of 1150 and one of 358.
    double perMs = 1150 / 91.0;
    assertThat(work.subList(0, 10))
        .allSatisfy(w -> assertThat(w).isCloseTo(10 * perMs, within(0.01)));
    assertThat(queue.getFirst()).isCloseTo(1 * perMs, within(0.01));
    assertThat(queue.get(8)).isCloseTo(81 * perMs, within(0.01));
  }

  @Test
  void everyCauseHasAColour() {
    String css = PageFrame.charts();

    assertThat(Arrays.stream(Cause.values()).map(Cause::title).map(DiagnosisSections::part))
        .allSatisfy(part -> assertThat(css).contains(".chart ." + part.css() + " {"))
        .extracting(part -> part.css())
        .doesNotHaveDuplicates();
  }

  @Test
  void aCauseThatThisVersionDoesNotKnowIsDrawnAsRest() {
    assertThat(DiagnosisSections.part("gravity").css()).isEqualTo("c-rest");
    assertThat(DiagnosisSections.line("gravity"))
        .isEqualTo(DiagnosisSections.line(Cause.REST.title()));
  }

  @Test
  void whatARecordingLacksHasNoSection() throws Exception {
    Diagnosed all = requireNonNull(results.diagnosis());
    var less =
        new Diagnosed(
            all.requests(),
            all.causes(),
            all.percentiles(),
            all.groups(),
            all.asked(),
            all.distribution(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            null);
    Results recorded =
        new Results("diagnose", 1, 2, "", results.settings(), results.verdict())
            .with()
            .diagnosis(less)
            .results();

    assertThat(WrittenPage.of(recorded).markup())
        .contains("The parts of the time")
        .doesNotContain("The slowest requests", "What to do", "How it was observed", "put in");
  }

  @Test
  void itStandsBesideOtherResultsOnOnePage() throws Exception {
    assertThat(WrittenPage.of(results, SampleResults.twoCores()).markup())
        .contains("The parts of the time", "Latency against load");
  }
}
