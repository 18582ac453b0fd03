package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.lucene.ranked.ChunkSharing;
import org.junit.jupiter.api.Test;

class RankedVerdictTest {
  private static final List<Run> RUNS = SampleResults.ranked().runs();

  private static List<String> details(OptionalDouble askedLossRate) {
    return Verdicts.details(RUNS, ChunkSharing.DYNAMIC, askedLossRate);
  }

  @Test
  void aQualityBelowThatOfSequentialIsSaidByLoad() {
    assertThat(details(OptionalDouble.empty()))
        .contains(
            "Response quality is at least that of sequential search at every load: sequential,"
                + " adaptive, lucene-2.",
            "Response quality of adaptive/coarse is below that of sequential search at load 0.3:"
                + " -0.040 % by proportional, +0.030 % by exponential weights.",
            "Response quality of adaptive/coarse is below that of sequential search at load 0.6:"
                + " -0.040 % by proportional, +0.030 % by exponential weights.");
  }

  @Test
  void speculativeWorkIsSaidByPolicyAndTheSharingNamed() {
    assertThat(details(OptionalDouble.empty()))
        .anyMatch(detail ->
            detail.startsWith("Speculative work")
                && detail.contains("adaptive 0.80 % (at most 1 more), adaptive/coarse 33.50 %")
                && !detail.contains("lucene-2")
                && detail.endsWith("Sharing is dynamic unless the name says otherwise."));
  }

  @Test
  void lossesAreHeldAgainstTheRateThatWasAskedFor() {
    assertThat(losses(OptionalDouble.of(0.01))).endsWith("below the 1 % that were asked for.");
    assertThat(losses(OptionalDouble.of(0.0005)))
        .endsWith("not below the 0.05 % that were asked for.");
    assertThat(losses(OptionalDouble.empty()))
        .isEqualTo("sequential lacks a hit in 24 of 24,000 answers, 0.10 %.");
  }

  private static String losses(OptionalDouble asked) {
    return details(asked).stream()
        .filter(detail -> detail.startsWith("sequential lacks"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void runsWithoutOrderHaveNothingToSay() {
    assertThat(
            Verdicts.details(
                SampleResults.twoCores().runs(), ChunkSharing.DYNAMIC, OptionalDouble.empty()))
        .isEmpty();
  }
}
