package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.terminal.Console;

/** An experiment's claims and curves by their names, and what every experiment's must be like. */
record ReadFindings(Findings findings) {
  /** Says nothing while it runs. */
  static ScenarioRunner silentRunner(int repeats, int requests) {
    var silent = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    return new ScenarioRunner(1, repeats, requests, new Console(silent, silent, false));
  }

  /** The first claim that contains these words. */
  Claim claim(String words) {
    return findings.claims().stream()
        .filter(claim -> claim.what().contains(words))
        .findFirst()
        .orElseThrow();
  }

  List<Point> points(String figure, String panel, String curve) {
    return findings.figures().stream()
        .filter(it -> it.id().equals(figure))
        .flatMap(it -> it.panels().stream())
        .filter(it -> it.title().equals(panel))
        .flatMap(it -> it.curves().stream())
        .filter(it -> it.name().equals(curve))
        .findFirst()
        .map(Curve::points)
        .orElseThrow();
  }

  void assertThatEveryClaimHasAnAnswerOrANumber() {
    assertThat(findings.claims())
        .allSatisfy(claim ->
            assertThat(
                    claim.holds() != null
                        || claim.ours() != null
                        || claim.evidence().startsWith("not run"))
                .as(claim.what())
                .isTrue());
    assertThat(findings.measured()).isNull();
  }

  void assertThatEveryFigureHasCurvesWithPoints() {
    assertThat(findings.figures()).extracting(PaperFigure::id).doesNotHaveDuplicates();
    for (PaperFigure figure : findings.figures()) {
      for (Panel panel : figure.panels()) {
        assertThat(panel.curves()).as(figure.id() + ", " + panel.title()).isNotEmpty();
        assertThat(panel.curves())
            .allSatisfy(curve ->
                assertThat(curve.points())
                    .as(curve.name())
                    .isNotEmpty()
                    .allSatisfy(point -> assertThat(point.y()).isFinite()));
      }
    }
  }
}
