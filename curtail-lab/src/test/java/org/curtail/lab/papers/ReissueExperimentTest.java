package org.curtail.lab.papers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.curtail.measurement.results.Claim;
import org.curtail.measurement.results.PaperFigure;
import org.curtail.measurement.results.PaperFigure.Curve;
import org.curtail.measurement.results.PaperFigure.Panel;
import org.curtail.measurement.results.PaperFigure.Point;
import org.curtail.measurement.terminal.Console;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With fewer requests than the command takes: shapes and what holds by far. */
@Tag("long")
class ReissueExperimentTest {
  private static Findings findings;

  @BeforeAll
  static void reproduce() throws InterruptedException {
    findings = new ReissueExperiment().run(runner());
  }

  private static ScenarioRunner runner() {
    var silent = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    return new ScenarioRunner(1, 2, 4000, new Console(silent, silent, false));
  }

  private static Claim claim(String words) {
    return findings.claims().stream()
        .filter(claim -> claim.what().contains(words))
        .findFirst()
        .orElseThrow();
  }

  private static Curve curve(String figure, String panel, String name) {
    return findings.figures().stream()
        .filter(it -> it.id().equals(figure))
        .flatMap(it -> it.panels().stream())
        .filter(it -> it.title().equals(panel))
        .flatMap(it -> it.curves().stream())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyClaimHasAnAnswerOrANumber() {
    assertThat(findings.claims())
        .allSatisfy(claim ->
            assertThat(claim.holds() != null || claim.ours() != null).as(claim.what()).isTrue());
    assertThat(findings.claims()).extracting(Claim::what).doesNotHaveDuplicates();
    assertThat(findings.measured()).isNull();
    assertThat(findings.cores()).isEqualTo(10);
  }

  @Test
  void everyFigureHasCurvesWithPoints() {
    assertThat(findings.figures()).extracting(PaperFigure::id).doesNotHaveDuplicates();
    for (PaperFigure figure : findings.figures()) {
      for (Panel panel : figure.panels()) {
        assertThat(panel.curves()).as(figure.id() + ", " + panel.title()).isNotEmpty();
        assertThat(panel.curves())
            .allSatisfy(curve -> assertThat(curve.points()).as(curve.name()).isNotEmpty());
      }
    }
  }

  @Test
  void withoutQueuesSingleRIsBelowSingleDWhereTheBudgetIsSmall() {
    String figure = "Latency against reissue rate";
    List<Point> r = curve(figure, "independent", "SingleR").points();
    List<Point> d = curve(figure, "independent", "SingleD").points();
    List<Point> none = curve(figure, "independent", "none").points();
    // At 1 %, SingleD waits until the 99th percentile; SingleR has long sent its copies.
    assertThat(r.get(1).x()).isEqualTo(1);
    assertThat(r.get(1).high()).isLessThan(0.9 * d.get(1).low());
    assertThat(d.get(1).y()).isGreaterThan(0.8 * none.get(1).y());
    assertThat(r.getLast().y()).isLessThan(0.5 * none.getLast().y());
  }

  @Test
  void balancedQueuesAreShorterThanThoseOfChance() {
    Curve random = curve("Load balancing", "Lucene", "none");
    Curve balanced = curve("Load balancing", "Lucene", "shortest queue");
    for (int i = 0; i < random.points().size(); i++) {
      assertThat(balanced.points().get(i).high()).isLessThan(random.points().get(i).low());
    }
  }

  @Test
  void tiedRequestsWasteNothingWhenMessagesTakeNoTime() {
    assertThat(requireNonNull(claim("work that tied requests waste").ours())).isLessThan(1e-6);
  }

  @Tag("long")
  @Test
  void theSameSeedsGiveTheSameFindings() throws InterruptedException {
    Findings again = new ReissueExperiment().run(runner());
    assertThat(again.claims()).isEqualTo(findings.claims());
    assertThat(again.figures()).isEqualTo(findings.figures());
  }
}
