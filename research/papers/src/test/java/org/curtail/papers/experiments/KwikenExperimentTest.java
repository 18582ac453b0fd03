package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With fewer requests and workflows than the command takes: shapes and what holds by far. */
@Tag("long")
class KwikenExperimentTest {
  private static Findings findings;
  private static ReadFindings found;

  /** Of a workflow of the user. */
  private static Findings mine;

  @BeforeAll
  static void reproduce() throws InterruptedException {
    findings = new KwikenExperiment().run(ReadFindings.silentRunner(1, 200));
    found = new ReadFindings(findings);
    mine = onMine();
  }

  @Test
  void everyClaimHasAnAnswerOrANumber() {
    found.assertThatEveryClaimHasAnAnswerOrANumber();
    assertThat(findings.claims())
        .extracting(claim -> claim.figure() + claim.what())
        .doesNotHaveDuplicates();
    assertThat(findings.settings()).containsKey("fit of seed 1");
  }

  @Test
  void figures9And11To15AndTable2AreThere() {
    assertThat(findings.figures())
        .extracting(PaperFigure::id)
        .containsExactly(
            "Figure 9",
            "Figure 11",
            "Splits of the budget",
            "Figure 12",
            "Figure 13",
            "Figure 14",
            "Figure 15");
    assertThat(findings.claims()).extracting(Claim::figure).contains("Table 2", "Figure 13b");
    found.assertThatEveryFigureHasCurvesWithPoints();
  }

  @Test
  void moreBudgetShortensTheTailMore() {
    List<Point> mean = found.points("Figure 11", "99th percentile, over workflows", "mean");
    assertThat(mean.getFirst().y()).isPositive();
    assertThat(mean.getLast().y()).isGreaterThan(mean.getFirst().y());
    assertThat(
            found.points("Figure 11", "99th percentile, over workflows", "mean, everything twice"))
        .first()
        .satisfies(twice -> assertThat(twice.y()).isGreaterThan(mean.getLast().y()));
  }

  @Test
  void theSplitOfVariancesIsAheadOfEqualFractions() {
    List<Point> exact =
        found.points("Splits of the budget", "Mean over workflows", "exact, SingleR");
    List<Point> equal =
        found.points("Splits of the budget", "Mean over workflows", "equal fraction");
    assertThat(exact.get(3).x()).isEqualTo(5);
    assertThat(equal.get(1).x()).isEqualTo(5);
    assertThat(exact.get(3).low()).isGreaterThan(equal.get(1).high());
  }

  @Test
  void waitingForAFractionOfFewHundredServersChangesNothingAtALossOfATenthPercent() {
    Claim images = found.claim("p99 falls, stand-in of images, 0.1 % not waited for");
    assertThat(requireNonNull(images.ours())).isEqualTo(0);
  }

  @Test
  void partialAnswersShortenTheTailBesideCopies() {
    List<Point> both = found.points("Figure 14", "Loss of 0.1 %", "copies and partial answers");
    List<Point> copies = found.points("Figure 14", "Loss of 0.1 %", "copies only");
    assertThat(both.get(1).y()).isGreaterThan(copies.get(1).y());
  }

  @Test
  void workflowsOfTheUserTakeThePlaceOfStandIns() {
    assertThat(mine.settings()).containsEntry("workflows", "mine");
    assertThat(mine.figures())
        .extracting(PaperFigure::id)
        .containsExactly("Figure 11", "Splits of the budget", "Figure 15");
    assertThat(mine.claims()).extracting(Claim::figure).doesNotContain("Table 2", "Figure 14b");
    assertThat(mine.claims())
        .allSatisfy(claim ->
            assertThat(claim.holds() != null || claim.ours() != null).as(claim.what()).isTrue());
  }

  private static Findings onMine() throws InterruptedException {
    KwikenWorkflow drawn = KwikenWorkflow.ofStages("mine", 6, KwikenFit.of(3), 3, 800);
    return new KwikenExperiment()
        .on(List.of(drawn.training()))
        .run(ReadFindings.silentRunner(2, 400));
  }

  @Test
  void theSameSeedsGiveTheSameFindings() throws InterruptedException {
    Findings again = onMine();
    assertThat(again.claims()).isEqualTo(mine.claims());
    assertThat(again.figures()).isEqualTo(mine.figures());
  }
}
