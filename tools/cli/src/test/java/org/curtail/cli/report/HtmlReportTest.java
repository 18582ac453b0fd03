package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.curtail.benchkit.replicas.SampleReplicaRuns;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleDecisions;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.benchkit.results.SampleRuns;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.workflow.SampleWorkflowRuns;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class HtmlReportTest {
  private static final List<Results> SAMPLES =
      List.of(
          SampleResults.twoCores(),
          SampleResults.fifteenCores(),
          SampleResults.bare(),
          SampleResults.emulated(),
          SampleResults.stepped(),
          SampleResults.ranked(),
          SampleResults.extreme(),
          SampleDecisions.results(),
          SampleReplicaRuns.results(SampleReplicaRuns.sweep()),
          SampleReplicaRuns.results(SampleReplicaRuns.budgets()),
          SampleWorkflowRuns.results(SampleWorkflowRuns.usual()),
          SampleWorkflowRuns.results(SampleWorkflowRuns.sweep()));

  @Test
  void everyPageIsWellFormed() throws Exception {
    for (Results results : SAMPLES) {
      WrittenPage.of(results).parsed();
      new WrittenPage(picture(results)).parsed();
    }
    WrittenPage.of(SAMPLES.toArray(Results[]::new)).parsed();
  }

  @Test
  void thePageShowsVerdictPoliciesAndLoads() throws Exception {
    for (Results results : SAMPLES) {
      String text = WrittenPage.of(results).text();

      assertThat(text).contains(results.verdict().headline(), results.command());
      for (Run run : results.runs()) {
        assertThat(text).contains(run.policy(), Numbers.percent(run.load()));
      }
    }
  }

  @Test
  void theOtherSearchesOfAMixHaveASectionWithTheirRatios() throws Exception {
    Results made =
        MadeUpResults.live(2)
            .sequential(0.5)
            .policy("curtail", 0.5, new Ratio(0.2, 0.1, 0.3), new Ratio(0.9, 0.85, 0.95))
            .make();
    Results mixed =
        made.with()
            .variants(List.of(new Variant("long searches", "Beside.", made.runs(), List.of())))
            .results();
    String text = WrittenPage.of(mixed).text();
    assertThat(text).contains("Long searches", "Beside.", "0.90 (0.85 to 0.95) of sequential");
    assertThat(WrittenPage.of(made).text()).doesNotContain("Long searches");
  }

  @Test
  void theVerdictComesBeforeEverySection() throws IOException {
    String html = WrittenPage.of(SampleResults.twoCores()).markup();

    assertThat(html.indexOf("<h2>")).isLessThan(html.indexOf("<section"));
  }

  @Test
  void whatWasChosenStandsWithItsTimeItsLoadAndItsReason() throws Exception {
    Document page = WrittenPage.of(SampleDecisions.results()).parsed();
    String text = page.getDocumentElement().getTextContent();
    assertThat(text)
        .contains(
            "Choices, their times and reasons",
            "1,200 requests",
            "still learning: served 100 % by the safe policy",
            "40.0 to 60.0 s, load 30 %: tail-index",
            "100.0 s",
            "fell back from few-to-many at load 0.60",
            "p95 1.2 times",
            "speedups <b> & more");
    assertThat(WrittenPage.of(SampleResults.twoCores()).markup())
        .doesNotContain("Choices, their times");
  }

  @Test
  void aChosenPolicyHasTheColourThatItHasOnTheWholePage() throws IOException {
    String html = WrittenPage.of(SampleDecisions.results()).markup();
    // Grey is for sequential, blue for few-to-many.
    assertThat(html).contains("class=\"band s0\"", "class=\"band s1\"");
  }

  @Test
  void nothingIsFetched() throws IOException {
    for (Results results : SAMPLES) {
      String html = WrittenPage.of(results).markup() + picture(results);

      String elsewhere =
          html.replace("http://www.w3.org/2000/svg", "")
              .replace("http://www.w3.org/1999/xhtml", "");
      assertThat(elsewhere)
          .doesNotContain("http:", "https:", "url(", "@import", "src=", "<script", "<link");
    }
  }

  @Test
  void namesThatLookLikeMarkupStayText() throws IOException {
    String html = WrittenPage.of(SampleResults.extreme()).markup();

    assertThat(html).doesNotContain("<b>", "<script>").contains("&lt;b&gt;&quot;fixed&quot;");
  }

  @Test
  void everyChartIsSaidInWordsToo() throws Exception {
    NodeList drawings =
        WrittenPage.of(SampleResults.twoCores()).parsed().getElementsByTagName("svg");
    int charts = 0;
    for (int i = 0; i < drawings.getLength(); i++) {
      var attributes = drawings.item(i).getAttributes();
      if (attributes.getNamedItem("aria-hidden") == null) {
        assertThat(attributes.getNamedItem("role").getNodeValue()).isEqualTo("img");
        assertThat(drawings.item(i).getFirstChild().getNodeName()).isEqualTo("title");
        assertThat(drawings.item(i).getFirstChild().getTextContent()).isNotBlank();
        charts++;
      }
    }
    assertThat(charts).isGreaterThan(10);
  }

  @Test
  void nothingIsDrawnAtAPlaceThatIsNoNumber() throws IOException {
    for (Results results : SAMPLES) {
      assertThat(WrittenPage.of(results).markup()).doesNotContain("NaN", "Infinity", "∞");
      assertThat(picture(results)).doesNotContain("NaN", "Infinity", "∞");
    }
  }

  @Test
  void idsAreUniqueAcrossSeveralResults() throws Exception {
    Document page = WrittenPage.of(SampleResults.twoCores(), SampleResults.fifteenCores()).parsed();
    List<String> ids = new ArrayList<>();
    NodeList elements = page.getElementsByTagName("*");
    for (int i = 0; i < elements.getLength(); i++) {
      var id = elements.item(i).getAttributes().getNamedItem("id");
      if (id != null) {
        ids.add(id.getNodeValue());
      }
    }

    assertThat(ids).doesNotHaveDuplicates().contains("result-1-latency", "result-2-latency");
  }

  @Test
  void searchesInOrderOfImportanceShowChunksQualityAndUtilisation() throws Exception {
    String html = WrittenPage.of(SampleResults.ranked()).markup();
    String text = new WrittenPage(html).text();

    assertThat(text)
        .contains("visits 60.3 of 200 chunks", "33.50 %", "-0.040 %", "+0.030 %", "+92");
    assertThat(text).contains("lack a hit", "CPU utilisation by policy and load");
    assertThat(text).doesNotContain("do not trust these results");
    assertThat(html).contains(" % ↑</strong>");
    assertThat(WrittenPage.of(SampleResults.twoCores()).markup())
        .doesNotContain("chunks visited", "↑");
  }

  @Test
  void differencesAreSaidInWords() throws Exception {
    String text = WrittenPage.of(SampleResults.twoCores()).text();

    assertThat(text).contains("lower", "no difference");
  }

  @Test
  void emulatedRunsStandBesideSimulatedOnes() throws Exception {
    String text = WrittenPage.of(SampleResults.emulated()).text();

    assertThat(text).contains("Emulated against simulated", "1.03 (0.97 to 1.08)", "50,000");
  }

  @Test
  void aLoadThatChangesIsDrawnAgainstTimeAndShownStepByStep() throws Exception {
    String html = WrittenPage.of(SampleResults.stepped()).markup();
    String text = new WrittenPage(html).text();

    assertThat(text).contains("Load that changes", "mean latency, ms", "Step by step");
    assertThat(text).contains("60 to 120 s", "first 30 s after a change", "0.41 (0.39 to 0.44)");
    assertThat(WrittenPage.of(SampleResults.emulated()).markup()).doesNotContain("Step by step");
  }

  @Test
  void absentPartsLeaveOutTheirSections() throws IOException {
    String html = WrittenPage.of(SampleResults.bare()).markup();

    assertThat(html)
        .doesNotContain(
            "result-1-demand",
            "result-1-table",
            "result-1-degrees",
            "result-1-ratios",
            "result-1-emulation")
        .contains("result-1-latency", "result-1-noise", "not reported by this system");
  }

  @Test
  void resultsWithoutAnyRunAreStillAPage() throws Exception {
    Results bare = SampleResults.bare();
    var empty =
        new Results(
            "bench",
            1,
            1,
            "",
            bare.settings(),
            null,
            null,
            bare.noise(),
            List.of(),
            bare.verdict());

    WrittenPage.of(empty).parsed();
  }

  @Test
  void thePageBeginsWithWhatAllResultsOnItSayToDo() throws Exception {
    Results busy =
        MadeUpResults.emulated(16)
            .sequential(0.6)
            .policy("tail-index", 0.6, MadeUpResults.EQUAL)
            .judged(Verdict.Outcome.TOO_BUSY)
            .make();
    Results simulated =
        MadeUpResults.simulated(16)
            .sequential(0.6)
            .policy("tail-index", 0.6, new Ratio(0.5, 0.4, 0.6))
            .make();
    String html = WrittenPage.of(busy, simulated).markup();
    Document page = new WrittenPage(html).parsed();

    assertThat(page.getElementsByTagName("header").item(0).getTextContent())
        .startsWith("tail-index: p99 50 % lower than one thread each on 16 cores, simulated")
        .contains("not judged, this machine was busy", "Use tail-index on 16 cores")
        .contains("Curtail.with(TailIndex.of(ProfileJson.read(reader,")
        .contains("./curtail bench again");
    assertThat(page.getElementsByTagName("h1").getLength()).isEqualTo(1);
    assertThat(html).containsOnlyOnce("id=\"do-this\"");
    assertThat(html.indexOf(simulated.verdict().headline()))
        .as("what was judged stands before what was not")
        .isLessThan(html.lastIndexOf(busy.verdict().headline()));
    assertThat(WrittenPage.of(SampleResults.bare()).markup()).doesNotContain("do-this\"");
  }

  @Test
  void aCardSaysTheEstimateWhereNoDifferenceIsShown() throws Exception {
    Results results =
        MadeUpResults.simulated(16)
            .sequential(0.6)
            .policy("tail-index", 0.6, new Ratio(1.72, 0.9, 3))
            .judged(Verdict.Outcome.NO_DIFFERENCE)
            .make();
    String text = WrittenPage.of(results).text();

    assertThat(text)
        .contains("On 16 cores one thread for each request (sequential) is as good as any policy")
        .contains("not shown", "estimate 72 % higher", "tail-index against sequential");
  }

  @Test
  void aBenchOfOpenSearchBeginsWithItsOwnVerdict() throws Exception {
    Results results =
        MadeUpResults.live(2)
            .with("OpenSearch", "3.8.0")
            .sequential(0.6)
            .policy("curtail", 0.6, new Ratio(0.01, 0.005, 0.02))
            .make();
    WrittenPage page = WrittenPage.of(results);

    assertThat(page.markup()).contains("<title>curtail: Made up.");
    assertThat(page.text()).doesNotContain("as good as any", "Keep your present way");
  }

  @Test
  void aReportOfNothingIsRefused() {
    assertThatThrownBy(() -> HtmlReport.write(List.of(), new StringWriter()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void withoutAVerdictThereAreNoKeyFiguresButWhatToDoNext() throws Exception {
    String html = WrittenPage.of(SampleResults.inconclusive(null)).markup();

    assertThat(html)
        .doesNotContain("class=\"key-figures\"", "class=\"big\"")
        .doesNotContain("ratio lower", ">lower<", ">no difference<")
        .contains("There is no verdict on them");
    assertThat(new WrittenPage(html).text())
        .contains("For a verdict, measure more:", "./curtail bench --repeats 6 --overwrite");
    assertThat(WrittenPage.of(SampleResults.twoCores()).markup()).contains("class=\"key-figures\"");
  }

  @Test
  void aPercentileOfTooFewRequestsIsShownNowhere() throws Exception {
    String text = WrittenPage.of(SampleResults.inconclusive(null)).text();

    assertThat(text)
        .contains("too few requests: p99 takes 1,000, p99.9 takes 10,000")
        .contains("95th percentile of latency against load")
        .doesNotContain("99th percentile of latency", "195.93", "110.45", "196", "p99 latency");
    assertThat(picture(SampleResults.inconclusive(null))).doesNotContain("p99", "99th", "whiskers");
  }

  @Test
  void theGuideToTheReportNamesEverySection() throws Exception {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/measuring.md"))) {
      root = Objects.requireNonNull(root.getParent(), "no folder above this one has docs");
    }
    String guide = Files.readString(root.resolve("docs/measuring.md"));
    Set<String> named = new TreeSet<>();
    for (Results results : SAMPLES) {
      NodeList headings = WrittenPage.of(results).parsed().getElementsByTagName("h3");
      for (int i = 0; i < headings.getLength(); i++) {
        String heading = headings.item(i).getTextContent().replace('’', '\'');
        boolean isOfOneFigure =
            results.figures().stream().anyMatch(figure -> figure.id().equals(heading));
        if (!isOfOneFigure) {
          named.add(heading);
          assertThat(guide).contains("| " + heading + " |");
        }
      }
    }
    assertThat(named).hasSizeGreaterThan(12);
  }

  @Test
  void thePictureSaysWhatItsWhiskersAre() throws IOException {
    Results blocks = SampleResults.fifteenCores();
    var means =
        new Results(
            "simulate",
            1,
            1,
            "",
            blocks.settings(),
            null,
            null,
            blocks.noise(),
            blocks.runs().stream().map(run -> SampleRuns.meanOf(5, run)).toList(),
            blocks.verdict());

    assertThat(picture(blocks)).contains("whiskers: 95 % intervals");
    assertThat(picture(means)).contains("whiskers: the least and the greatest of several runs");
  }

  @Test
  void whatWasNotReachedIsCalledInterrupted() throws Exception {
    var stopped =
        new Interruption(
            3,
            40,
            "blocks",
            List.of(
                new Interruption.Missing("sequential", 0.7),
                new Interruption.Missing("few-to-many", 0.7)));
    Results results = SampleResults.inconclusive(stopped);
    String text = WrittenPage.of(results).text();

    assertThat(text)
        .contains("interrupted after 3 of 40 blocks")
        .contains("70 %few-to-manyinterrupted");
    assertThat(picture(results)).contains("interrupted after 3 of 40 blocks");
  }

  private static String picture(Results results) throws IOException {
    var writer = new StringWriter();
    ReportCommand.write(results, writer);
    return writer.toString();
  }

  @Test
  void whoKnowsTheDemandIsMarkedAndTheLateAreCountedWhereThereIsATarget() throws Exception {
    String text = WrittenPage.of(SampleResults.fifteenCores()).text();
    assertThat(text)
        .contains("clairvoyant-200 ^", "know the time of each request in advance", "Late requests")
        .contains("1.23 %", "0.07 %")
        .doesNotContain("sequential ^");
    assertThat(WrittenPage.of(SampleResults.twoCores()).markup())
        .doesNotContain(" ^", "Late requests");
  }
}
