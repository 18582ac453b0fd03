package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.benchkit.workflow.SampleWorkflowRuns.QUIET;
import static org.curtail.benchkit.workflow.SampleWorkflowRuns.none;
import static org.curtail.benchkit.workflow.SampleWorkflowRuns.plan;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.junit.jupiter.api.Test;

class WorkflowVerdictTest {
  private static Verdict verdict(List<Run> runs, int blocks, Noise noise) {
    return WorkflowVerdict.of(
        new MeasuredRuns(runs, noise, 0.2, blocks, Optional.of("gone"), Optional.empty()));
  }

  private static Verdict verdict(Run... runs) {
    return verdict(List.of(runs), 10, QUIET);
  }

  private static String details(Verdict verdict) {
    return String.join("\n", verdict.details());
  }

  @Test
  void whatThePlanBringsCostsAndLosesIsSaidBesideWhatWasSimulated() {
    Verdict verdict = verdict(SampleWorkflowRuns.usual(), 10, QUIET);

    assertThat(verdict.outcome()).isEqualTo(Outcome.DIFFERENCE);
    assertThat(verdict.headline())
        .isEqualTo(
            "The plan lowers the p99: it has 0.60 (0.55 to 0.65) of that without, at 40 % load, for copies that cost 4.8 % and a loss of 0.100 %.");
    assertThat(details(verdict))
        .contains(
            "plan at 40 % load: p99 0.60 (0.55 to 0.65) of that of none; simulated 0.61 without queues, 0.64 with them; copies cost 4.80 ± 0.10 %, within the budget of 5 %; lost 0.100 % of the answers.")
        .contains(
            "time-outs at 40 % load: p99 not shown to differ from that of none; copies cost 0.30 ± 0.04 %, without a budget.")
        .contains("Against equal-budget the plan has 0.66 (0.60 to 0.72) of the p99 at 40 % load.")
        .contains(
            "At 40 % load every stage sent no more copies than planned (kept back: 12 by budgets, 3 by load guards).");
  }

  @Test
  void aStageAboveItsShareIsNamed() {
    assertThat(details(verdict(none(0.4), plan(0.4, 0.6, 0.025))))
        .contains("At 40 % load index 2.50 % instead of 2.00 % sent more copies than planned");
  }

  @Test
  void whereThePlanHarmsIsSaid() {
    assertThat(verdict(none(0.9), plan(0.9, 1.3, 0.01)).headline())
        .isEqualTo(
            "The plan raises the p99: it has 1.30 (1.25 to 1.35) times that without, at 90 % load.");
  }

  @Test
  void noDifferenceIsCalledSo() {
    Verdict verdict = verdict(none(0.4), plan(0.4, 0.98, 0.01));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.headline()).startsWith("No difference is shown");
  }

  @Test
  void whatCannotBeJudgedHasNoVerdict() {
    assertThat(verdict(SampleWorkflowRuns.usual(), 4, QUIET).outcome()).isEqualTo(Outcome.TOO_FEW);
    assertThat(verdict(none(0.4)).outcome()).isEqualTo(Outcome.NOTHING_TO_COMPARE);
    assertThat(verdict(plan(0.4, 0.6, 0.01)).outcome()).isEqualTo(Outcome.NOTHING_TO_COMPARE);
    Noise crowded = new Noise(0.06, 0.1, 1, 0, 0, 0.6, 0, 0, 0, 0);
    Verdict busy = verdict(SampleWorkflowRuns.usual(), 10, crowded);
    assertThat(busy.outcome()).isEqualTo(Outcome.TOO_BUSY);
    assertThat(details(busy)).contains("copies cost 4.80").doesNotContain("0.60 (");
  }

  @Test
  void requestsWithoutAnAnswerMakeTheResultsVoid() {
    Run failing =
        SampleWorkflowRuns.run(
            "none",
            0.4,
            List.of(),
            requireNonNull(SampleWorkflowRuns.none(0.4).workflow()),
            9000,
            2);
    Verdict verdict = verdict(failing, plan(0.4, 0.6, 0.01));
    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.headline()).contains("2 requests ended without an answer: gone");
  }

  @Test
  void aSweepIsDrawnAgainstLoad() {
    assertThat(WorkflowBench.loadFigures(SampleWorkflowRuns.sweep()))
        .singleElement()
        .satisfies(figure -> {
          assertThat(figure.panels()).hasSize(2);
          assertThat(figure.panels().getFirst().curves())
              .extracting(curve -> curve.points().size())
              .containsExactly(2, 2, 2);
        });
    assertThat(WorkflowBench.loadFigures(SampleWorkflowRuns.usual())).isEmpty();
  }

  @Test
  void theTableHasContendersAndTheStagesOfThePlan() {
    List<String> lines = WorkflowText.lines(SampleWorkflowRuns.results(SampleWorkflowRuns.usual()));
    assertThat(lines.getFirst()).contains("policy", "ratio", "simulated", "copies", "lost");
    assertThat(lines.get(2)).contains("plan", "0.60", "0.55 to 0.65", "0.61", "0.64", "4.80", "5");
    assertThat(lines)
        .anyMatch(line -> line.contains("The stages with the plan, at 40 % load"))
        .anyMatch(line -> line.contains("index") && line.contains("1.90"))
        .anyMatch(line -> line.endsWith("their connection along: plan 7 at 40 % load."));
  }
}
