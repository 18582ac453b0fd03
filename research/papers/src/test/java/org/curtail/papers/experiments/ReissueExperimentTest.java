package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With fewer requests than the command takes: shapes and what holds by far. */
@Tag("long")
class ReissueExperimentTest {
  private static Findings findings;
  private static ReadFindings found;

  @BeforeAll
  static void reproduce() throws InterruptedException {
    findings = new ReissueExperiment().run(runner());
    found = new ReadFindings(findings);
  }

  private static ScenarioRunner runner() {
    return ReadFindings.silentRunner(2, 4000);
  }

  @Test
  void everyClaimHasAnAnswerOrANumber() {
    found.assertThatEveryClaimHasAnAnswerOrANumber();
    assertThat(findings.claims()).extracting(Claim::what).doesNotHaveDuplicates();
    assertThat(findings.cores()).isEqualTo(10);
  }

  @Test
  void everyFigureHasCurvesWithPoints() {
    found.assertThatEveryFigureHasCurvesWithPoints();
  }

  @Test
  void withoutQueuesSingleRIsBelowSingleDWhereTheBudgetIsSmall() {
    String figure = "Latency against reissue rate";
    List<Point> r = found.points(figure, "independent", "SingleR");
    List<Point> d = found.points(figure, "independent", "SingleD");
    List<Point> none = found.points(figure, "independent", "none");
    // At 1 %, SingleD waits until the 99th percentile; SingleR has long sent its copies.
    assertThat(r.get(1).x()).isEqualTo(1);
    assertThat(r.get(1).high()).isLessThan(0.9 * d.get(1).low());
    assertThat(d.get(1).y()).isGreaterThan(0.8 * none.get(1).y());
    assertThat(r.getLast().y()).isLessThan(0.5 * none.getLast().y());
  }

  @Test
  void balancedQueuesAreShorterThanThoseOfChance() {
    List<Point> random = found.points("Load balancing", "Lucene", "none");
    List<Point> balanced = found.points("Load balancing", "Lucene", "shortest queue");
    for (int i = 0; i < random.size(); i++) {
      assertThat(balanced.get(i).high()).isLessThan(random.get(i).low());
    }
  }

  @Test
  void tiedRequestsWasteNothingWhenMessagesTakeNoTime() {
    assertThat(found.claim("work that tied requests waste").holds()).isTrue();
    assertThat(found.points("What copies cost", "Lucene", "tied"))
        .isNotEmpty()
        .allSatisfy(point -> assertThat(point.y()).isLessThan(1e-6));
  }

  @Tag("long")
  @Test
  void theSameSeedsGiveTheSameFindings() throws InterruptedException {
    Findings again = new ReissueExperiment().run(runner());
    assertThat(again.claims()).isEqualTo(findings.claims());
    assertThat(again.figures()).isEqualTo(findings.figures());
  }
}
