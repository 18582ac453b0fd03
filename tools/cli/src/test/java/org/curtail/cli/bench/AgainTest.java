package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.cli.commandline.CommandWords;
import org.junit.jupiter.api.Test;

class AgainTest {
  private static final CommandWords LINE =
      CommandWords.of("bench")
          .option("--requests", 4000)
          .option("--repeats", 10)
          .option("--out", "my results");

  private static Optional<Next> after(Outcome outcome) {
    Results results = SampleResults.twoCores().judged(new Verdict("headline", List.of(), outcome));
    return new Again(LINE, 4000, 10, Optional.empty()).after(results);
  }

  @Test
  void whatShowedTooLittleIsMeasuredAgainWithMoreBlocksOfTheSameSize() {
    String more = "./curtail bench --requests 8000 --repeats 20 --out 'my results' --overwrite";
    assertThat(after(Outcome.TOO_FEW).orElseThrow().command()).isEqualTo(more);
    assertThat(after(Outcome.NO_DIFFERENCE).orElseThrow().command()).isEqualTo(more);
  }

  @Test
  void tooFewBlocksBecomeEnoughForAVerdictOnTheP99() {
    CommandWords line = CommandWords.of("bench").option("--requests", 40).option("--repeats", 2);
    Results results =
        SampleResults.twoCores().judged(new Verdict("headline", List.of(), Outcome.TOO_FEW));
    assertThat(new Again(line, 40, 2, Optional.empty()).after(results).orElseThrow().command())
        .isEqualTo("./curtail bench --requests 1250 --repeats 5 --overwrite");
  }

  @Test
  void aBusyMachineTakesTheSameCommandWhenItIsQuiet() {
    Next next = after(Outcome.TOO_BUSY).orElseThrow();
    assertThat(next.why()).contains("quiet");
    assertThat(next.command()).contains("--repeats 10 ").endsWith("--overwrite");
  }

  @Test
  void aVerdictThatWillDoHasNoNextStepUnlessItWasInterrupted() {
    assertThat(after(Outcome.DIFFERENCE)).isEmpty();
    Results stopped =
        SampleResults.twoCores()
            .judged(new Verdict("headline", List.of(), Outcome.DIFFERENCE))
            .interrupted(new Interruption(7, 10, "blocks", List.of()));
    assertThat(new Again(LINE, 4000, 10, Optional.empty()).after(stopped).orElseThrow().command())
        .contains("--requests 4000 --repeats 10");
  }

  @Test
  void aPartOfAGreaterCommandPointsToThat() {
    Results results =
        SampleResults.twoCores().judged(new Verdict("headline", List.of(), Outcome.TOO_FEW));
    assertThat(
            new Again(LINE, 4000, 10, Optional.of("./curtail demo"))
                .after(results)
                .orElseThrow()
                .sentence())
        .endsWith(": ./curtail demo");
  }
}
