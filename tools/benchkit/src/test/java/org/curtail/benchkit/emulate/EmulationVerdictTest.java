package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleRuns;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.Ratio;
import org.junit.jupiter.api.Test;

class EmulationVerdictTest {
  private static final Noise QUIET = new Noise(0.06, 0.1, 1, 0, 0, 0.01, 0, 0, 0, 0);

  @Test
  void agreementNamesTheRunThatIsFurthestOff() {
    Verdict verdict =
        verdict(
            List.of(run("sequential", 1.01, 0.001, 0.1), run("adaptive", 0.93, 0.001, 0.1)),
            QUIET,
            0.2);
    assertThat(verdict.headline())
        .contains("agree", "7", "adaptive at 40 requests/s, ratio 0.93")
        .doesNotContain("sequential");
    assertThat(String.join(" ", verdict.details())).doesNotContain("Doubtful");
  }

  @Test
  void aDifferenceOfMoreThanTenPercentIsSaidOfEveryRunThatHasIt() {
    Verdict verdict =
        verdict(
            List.of(run("a", 1.12, 0, 0), run("b", 1.09, 0, 0), run("c", 0.85, 0, 0)), QUIET, 0.2);
    assertThat(verdict.headline())
        .contains("differ", "a at 40 requests/s, ratio 1.12", "c at 40 requests/s, ratio 0.85")
        .doesNotContain("b at");
    assertThat(verdict.details()).anyMatch(detail -> detail.contains("greater --scale"));
  }

  @Test
  void whateverMayHaveSpoiledARunMakesItDoubtful() {
    assertThat(doubts(run("a", 1, 0.001, 0.1), QUIET, 0.7)).containsOnlyOnce("Doubtful");
    Noise crowded = new Noise(0.06, 0.1, 1, 0, 0, 0.6, 0, 0, 0, 0);
    assertThat(doubts(run("a", 1, 0.001, 0.1), crowded, 0.1)).contains("60 % of it with others");
    assertThat(doubts(run("a", 1, 0.02, 0.1), QUIET, 0.2)).contains("chunks were off");
    assertThat(doubts(run("a", 1, 0.001, 9), QUIET, 0.2)).contains("threads woke so late");
  }

  private static String doubts(Emulated run, Noise noise, double ownShare) {
    return String.join(" ", verdict(List.of(run), noise, ownShare).details());
  }

  private static Verdict verdict(List<Emulated> emulated, Noise noise, double ownShare) {
    return EmulationVerdict.of(
        emulated, alone(emulated, 2000), noise, ownShare, 5, Optional.empty());
  }

  private static List<Run> alone(List<Emulated> emulated, int requests) {
    return emulated.stream().map(run -> SampleRuns.run(run.policy(), requests)).toList();
  }

  @Test
  void withTooFewRequestsForAP99TheP95IsJudgedAndWithFewerNoTail() {
    List<Emulated> far = List.of(run("a", 1.5, 0, 0));

    Verdict p95 = EmulationVerdict.of(far, alone(far, 999), QUIET, 0.2, 5, Optional.empty());
    assertThat(p95.headline()).contains("agree", "each emulated p95").doesNotContain("p99");
    assertThat(p95.outcome()).isNull();

    Verdict none = EmulationVerdict.of(far, alone(far, 199), QUIET, 0.2, 5, Optional.empty());
    assertThat(none.headline()).startsWith("No verdict: 199 requests");
    assertThat(none.outcome()).isEqualTo(Verdict.Outcome.TOO_FEW);
  }

  private static Emulated run(String policy, double p99, double chunkError, double lateMs) {
    Ratio same = new Ratio(1, 1, 1);
    return new Emulated(
        policy,
        0.6,
        40,
        100,
        200,
        300 * p99,
        100,
        200,
        300,
        same,
        same,
        new Ratio(p99, p99, p99),
        1000,
        chunkError,
        lateMs / 2,
        lateMs);
  }
}
