package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleEnergy;
import org.curtail.benchkit.results.SampleRuns;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlowedVerdictTest {
  private static final Verdict JUDGED =
      new Verdict("No difference is shown.", List.of("So much."), Outcome.NO_DIFFERENCE);
  private static final Ratio ONE = new Ratio(1, 0.9, 1.1);

  @Test
  void theEnergyOfTheLastPolicyComesFirst() {
    Results results = SampleEnergy.results();
    Verdict verdict = Verdicts.withSlowWorkers(JUDGED, results.runs());
    assertThat(verdict.headline())
        .isEqualTo(
            "slow-to-fast-20 draws, of the energy of all-fast, 70 % (69.0 to 72.0 %) at load 0.2, 70 % (69.0 to 72.0 %) at load 0.4. No difference is shown.");
    assertThat(verdict.outcome()).isEqualTo(Outcome.DIFFERENCE);
    assertThat(verdict.details())
        .contains(
            "So much.",
            "Workers of little held a speed of 0.401; it should be 0.4.",
            "Workers of big have no added waits; they computed for 97 % to 98 % of the time for which they had requests, and lacked a core for the rest.",
            "Against the simulator with the times that the probes measured, means are 1.01, p99s 0.98, energies 0.98 times as great.");
    assertThat(Verdicts.withSlowWorkers(JUDGED, SampleEnergy.withoutWatts().runs()).headline())
        .isEqualTo("No difference is shown.");
  }

  @Test
  void aTieInEnergyIsCalledOne() {
    var tie = new Ratio(0.99, 0.95, 1.02);
    Verdict verdict = Verdicts.withSlowWorkers(JUDGED, List.of(run("tail-first", 3, 0.4, 9, tie)));
    assertThat(verdict.headline())
        .startsWith(
            "tail-first draws, of the energy of all-fast, no difference shown (95.0 to 102.0 %) at load 0.5.");
    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
  }

  @Test
  void otherRunsAndOtherReasonsForNoVerdictStay() {
    assertThat(Verdicts.withSlowWorkers(JUDGED, List.of(SampleRuns.run("sequential", 1000))))
        .isEqualTo(JUDGED);
    var busy = new Verdict("No verdict: busy.", List.of(), Outcome.TOO_BUSY);
    assertThat(Verdicts.withSlowWorkers(busy, SampleEnergy.results().runs()).headline())
        .isEqualTo("No verdict: busy.");
  }

  @Test
  void workersThatDoNotHoldTheirSpeedAreNoMeasurement() {
    Verdict verdict =
        Verdicts.withSlowWorkers(
            JUDGED, List.of(run("all-slow", 30, 0.42, 0), run("all-fast", 0, null, 10)));
    assertThat(verdict.headline()).isEqualTo("No difference is shown.");
    assertThat(verdict.details())
        .contains(
            "The same requests took longer on little than on big by these factors: 3.00 at load 0.5; by their speeds it is 2.50.");
    Verdict slow = Verdicts.withSlowWorkers(JUDGED, List.of(run("all-slow", 30, 0.37, 0)));
    assertThat(slow.headline())
        .startsWith("No verdict: workers of little were more than 7 % off their speed;");
    assertThat(slow.outcome()).isEqualTo(Outcome.TOO_BUSY);
  }

  private static Run run(String policy, double slowMs, @Nullable Double slowSpeed, double fastMs) {
    return run(policy, slowMs, slowSpeed, fastMs, null);
  }

  private static Run run(
      String policy,
      double slowMs,
      @Nullable Double slowSpeed,
      double fastMs,
      @Nullable Ratio ofAllFast) {
    return SampleRuns.run(policy, 2000)
        .with(
            new EnergyFigures(
                List.of(
                    new ClassFigures("little", 1, 0.4, slowSpeed, slowMs, slowMs, null, null),
                    new ClassFigures("big", 1, 1, 0.9, fastMs, fastMs, null, null)),
                0,
                0,
                10,
                60,
                ONE,
                ONE,
                null,
                null,
                null,
                ofAllFast));
  }
}
