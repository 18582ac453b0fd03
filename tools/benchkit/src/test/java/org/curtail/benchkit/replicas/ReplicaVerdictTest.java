package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.benchkit.replicas.SampleReplicaRuns.QUIET;
import static org.curtail.benchkit.replicas.SampleReplicaRuns.none;
import static org.curtail.benchkit.replicas.SampleReplicaRuns.run;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.junit.jupiter.api.Test;

class ReplicaVerdictTest {
  private static final Ratio LOWER = new Ratio(0.6, 0.5, 0.7);
  private static final Ratio TIE = new Ratio(0.97, 0.9, 1.04);
  private static final Ratio HIGHER = new Ratio(1.4, 1.2, 1.7);

  private static Verdict verdict(List<Run> runs, int blocks, Noise noise) {
    return ReplicaVerdict.of(
        new MeasuredRuns(runs, noise, 0.2, blocks, Optional.of("gone"), Optional.empty()));
  }

  private static Verdict verdict(Run... runs) {
    return verdict(List.of(runs), 10, QUIET);
  }

  private static String details(Verdict verdict) {
    return String.join("\n", verdict.details());
  }

  @Test
  void theBestOfThoseThatKeepTheirBudgetIsNamedWithItsIntervalAndItsPrice() {
    Verdict verdict =
        verdict(
            none(0.5),
            run("hedge-p95", 0.5, new Ratio(0.3, 0.2, 0.4), 0.07, null),
            run("single-r", 0.5, LOWER, 0.02, 0.02));

    assertThat(verdict.outcome()).isEqualTo(Outcome.DIFFERENCE);
    assertThat(verdict.headline())
        .contains("single-r", "0.60 (0.50 to 0.70)", "50 % load", "2 % more requests");
    assertThat(details(verdict))
        .contains("hedge-p95: p99 lower at 50 % load; copies sent, without a budget: 7.00")
        .contains("single-r: p99 lower", "2.00 ± 0.06 % of requests, within the budget of 2 %");
  }

  @Test
  void aTieIsCalledATie() {
    Verdict verdict = verdict(none(0.5), run("single-r", 0.5, TIE, 0.02, 0.02));

    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.headline()).startsWith("No difference is shown");
    assertThat(details(verdict)).contains("single-r: p99 not shown to differ at 50 % load");
  }

  @Test
  void policiesWhoseIntervalsOverlapAreNotRanked() {
    assertThat(
            details(
                verdict(
                    none(0.5),
                    run("single-d", 0.5, new Ratio(0.65, 0.55, 0.75), 0.02, 0.02),
                    run("single-r", 0.5, LOWER, 0.02, 0.02))))
        .contains("the intervals of single-r and single-d overlap: which is better is not shown");
  }

  @Test
  void whereHarmBeginsIsSaidAndWhatStopsIt() {
    Verdict verdict = SampleReplicaRuns.results(SampleReplicaRuns.sweep()).verdict();

    assertThat(details(verdict))
        .contains(
            "Harm begins at 95 % load: hedge-p95 sends 40 % of requests again and has 2.50 (2.10 to 3.20) times the p99.")
        .contains(
            "There single-r sends 1.2 % (kept back: 120 by its budget, 45 by its load guard), and no harm is shown: 1.02 (0.93 to 1.10).");
    assertThat(verdict.headline()).contains("single-r", "30 % load");
  }

  @Test
  void harmAloneIsSaidInTheHeadline() {
    Verdict verdict = verdict(none(0.9), run("laedge", 0.9, HIGHER, 0.3, null));

    assertThat(verdict.outcome()).isEqualTo(Outcome.DIFFERENCE);
    assertThat(verdict.headline())
        .contains("No policy is shown to lower", "laedge raises it at 90 % load");
  }

  @Test
  void whoSendsMoreThanTheBudgetIsNotTheBestAndThatIsSaid() {
    Verdict verdict =
        verdict(
            none(0.5),
            run("single-d", 0.5, new Ratio(0.3, 0.2, 0.4), 0.03, 0.02),
            run("single-r", 0.5, LOWER, 0.02, 0.02));

    assertThat(verdict.headline()).contains("single-r");
    assertThat(details(verdict)).contains("single-d", "at 50 % load above the budget of 2 %");
  }

  @Test
  void whatCannotBeJudgedHasNoVerdict() {
    Run lower = run("single-r", 0.5, LOWER, 0.02, 0.02);
    assertThat(verdict(List.of(none(0.5), lower), 4, QUIET).outcome()).isEqualTo(Outcome.TOO_FEW);
    assertThat(verdict(none(0.5)).outcome()).isEqualTo(Outcome.NOTHING_TO_COMPARE);
    assertThat(verdict(lower).outcome()).isEqualTo(Outcome.NOTHING_TO_COMPARE);
    assertThat(
            verdict(
                    run("none", 0.5, null, 0, null, 150, 0),
                    run("single-r", 0.5, LOWER, 0.02, 0.02, 150, 0))
                .headline())
        .contains("150 requests", "too few");
  }

  @Test
  void requestsWithoutAnAnswerMakeTheResultsVoid() {
    Verdict verdict = verdict(none(0.5), run("single-r", 0.5, LOWER, 0.02, 0.02, 20_000, 3));

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.headline()).contains("3 requests ended without an answer: gone");
  }

  @Test
  void aBusyMachineHasNoVerdict() {
    Noise crowded = new Noise(0.06, 0.1, 1, 0, 0, 0.6, 0, 0, 0, 0);
    Verdict verdict =
        verdict(List.of(none(0.5), run("single-r", 0.5, LOWER, 0.02, 0.02)), 10, crowded);

    assertThat(verdict.outcome()).isEqualTo(Outcome.TOO_BUSY);
    assertThat(verdict.headline()).contains("No verdict", "60 %");
    assertThat(details(verdict)).contains("copies sent: 2.00").doesNotContain("lower");
  }
}
