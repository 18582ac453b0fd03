package org.curtail.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The repetition of measurements: their number of blocks and messages. */
class MeasuringStepTest {
  private static final MeasuringStep BENCH =
      new MeasuringStep(
          "5/9  Bench",
          "live",
          Path.of("results.json"),
          blocks -> StepLine.line("bench", blocks),
          "curtail demo");

  private static Verdict verdict(@Nullable Outcome outcome) {
    return new Verdict("Judged.", List.of(), outcome);
  }

  @Test
  void whatShowsADifferenceIsKept() {
    assertThat(BENCH.after(12, verdict(Outcome.DIFFERENCE))).isEmpty();
  }

  @Test
  void whatIsJudgedWithoutAComparisonIsKept() {
    assertThat(BENCH.after(12, verdict(null))).isEmpty();
  }

  @Test
  void whatWasNotJudgedIsMeasuredAgain() {
    assertThat(BENCH.after(12, new Verdict("No verdict: stopped.", List.of())))
        .hasValue(
            new MeasuringStep.Blocks(
                12,
                "5/9  Bench again, the same number of blocks: last time, there was no verdict"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TOO_FEW | 24 blocks instead of 12 | there were too few requests to judge",
        "NO_DIFFERENCE | 24 blocks instead of 12 | no difference was shown",
        "TOO_BUSY | the same number of blocks | the machine was busy with something else",
        "VOID | the same number of blocks | requests failed or answers were wrong",
        "NOTHING_TO_COMPARE | the same number of blocks | there was nothing to compare",
      })
  void onlyForLackOfBlocksMoreAreMeasured(Outcome outcome, String howMany, String why) {
    assertThat(BENCH.after(12, verdict(outcome)))
        .hasValue(
            new MeasuringStep.Blocks(
                howMany.startsWith("24") ? 24 : 12,
                "5/9  Bench again, %s: last time, %s".formatted(howMany, why)));
  }

  @Test
  void thereIsAnEndToMoreBlocks() {
    assertThat(BENCH.after(500, verdict(Outcome.TOO_FEW)).orElseThrow().number()).isEqualTo(1000);
    assertThat(BENCH.after(512, verdict(Outcome.TOO_FEW)).orElseThrow().number()).isEqualTo(512);
  }
}
