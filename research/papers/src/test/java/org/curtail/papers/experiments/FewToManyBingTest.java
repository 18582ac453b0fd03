package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.terminal.Console;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class FewToManyBingTest {
  private static Findings findings;

  @BeforeAll
  static void reproduce() throws InterruptedException {
    var silent = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    findings =
        new FewToManyBing().run(new ScenarioRunner(1, 1, 2000, new Console(silent, silent, false)));
  }

  private static Claim claim(String words) {
    return findings.claims().stream()
        .filter(claim -> claim.what().contains(words))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratesAreMatchedWhereFewToManyUsesTheThreadsThatItAimsAt() {
    assertThat(requireNonNull(claim("by which the rates are matched").ours()))
        .isCloseTo(16, within(2.0));
  }

  @Test
  void figuresGoOverTheRatesOfThePaper() {
    PaperFigure figure = findings.figures().getFirst();
    assertThat(figure.id()).isEqualTo("Figure 12");
    assertThat(figure.panels().getFirst().curves().getFirst().points())
        .extracting(Point::x)
        .contains(60.0, 180.0, 260.0);
    assertThat(figure.panels().get(1).bars()).hasSize(2);
  }

  @Test
  void theSavingOfServersIsThatOfTheLoadsThatAreCarried() {
    Claim saving = claim("fewer servers");
    assertThat(saving.paper()).isEqualTo(42);
    assertThat(saving.oursLow()).isLessThanOrEqualTo(saving.ours());
    assertThat(saving.oursHigh()).isGreaterThanOrEqualTo(saving.ours());
    assertThat(claim("tail-index carries more than few-to-many").holds()).isTrue();
  }

  @Test
  void theTableIsForThreeDegreesAndSixteenThreads() {
    assertThat(requireNonNull(findings.table()).maxDegree()).isEqualTo(3);
    assertThat(requireNonNull(findings.table()).targetParallelism()).isEqualTo(16);
  }
}
