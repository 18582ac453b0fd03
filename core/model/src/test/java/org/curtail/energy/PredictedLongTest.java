package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.curtail.Profile;
import org.curtail.energy.SpeedOpponents.PredictedLong;
import org.curtail.energy.SpeedOpponents.TailFirst;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.Test;

/** Fast for requests predicted to be long. */
class PredictedLongTest {
  private static final long MS = 1_000_000;

  /** One request in ten is ten times as long. */
  private static final Profile DEMAND =
      Profile.of(
          "short and long",
          new double[][] {{10}, {10}, {10}, {10}, {10}, {10}, {10}, {10}, {10}, {100}});

  private static final SpeedMachine TWO_CLOCKS =
      SpeedMachine.ofClocks(
          new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 2, 1, 6, 0));

  private static final PredictedLong FROM_50_MS = new PredictedLong(50 * MS, 0);

  private static final Trace SHORT_AND_LONG = Trace.of(new double[] {0, 0}, new int[] {0, 9});

  @Test
  void requestsWithALongPredictionAreFastFromTheStartAndOthersAreSlow() {
    EnergyResult result =
        new EnergySimulation(DEMAND, TWO_CLOCKS, Predictor.CLAIRVOYANT)
            .run(FROM_50_MS, SHORT_AND_LONG);
    assertThat(result.latencyNanos(0)).isEqualTo(20 * MS);
    assertThat(result.latencyNanos(1)).isEqualTo(100 * MS);
    assertThat(result.account().busyNanos()).containsExactly(20 * MS, 100 * MS);
    assertThat(result.account().moves()).isZero();
  }

  @Test
  void withoutPredictionsNoRequestIsLong() {
    EnergyResult result = new EnergySimulation(DEMAND, TWO_CLOCKS).run(FROM_50_MS, SHORT_AND_LONG);
    assertThat(result.latencyNanos(1)).isEqualTo(200 * MS);
  }

  @Test
  void aThresholdOf0IsTheTailFirst() {
    Trace trace = Traces.draw(new PoissonArrivals(60), DEMAND, 2000, 3);
    var simulation = new EnergySimulation(DEMAND, TWO_CLOCKS, Predictor.noisy(1, 3));
    EnergyResult all = simulation.run(new PredictedLong(0, 0), trace);
    EnergyResult tailFirst = simulation.run(new TailFirst(), trace);
    assertThat(all.account()).isEqualTo(tailFirst.account());
  }

  @Test
  void errorsOfThePredictionLengthenTheTail() {
    Trace trace = Traces.draw(new PoissonArrivals(20), DEMAND, 5000, 3);
    double truthMs =
        new EnergySimulation(DEMAND, TWO_CLOCKS, Predictor.CLAIRVOYANT)
            .run(FROM_50_MS, trace)
            .percentileMs(99);
    double errorsMs =
        new EnergySimulation(DEMAND, TWO_CLOCKS, Predictor.noisy(1, 3))
            .run(FROM_50_MS, trace)
            .percentileMs(99);
    assertThat(errorsMs).isGreaterThan(1.3 * truthMs);
  }

  @Test
  void onCoresARequestThatMovedUpEarlyStaysThere() {
    SpeedMachine cores =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 6, 0));
    Trace two = Trace.of(new double[] {0, 5}, new int[] {0, 0});
    EnergyResult result =
        new EnergySimulation(DEMAND, cores, Predictor.CLAIRVOYANT).run(FROM_50_MS, two);
    // 2.5 ms of work are done when the second arrives. The first makes room and ends fast.
    assertThat(result.latencyNanos(0)).isEqualTo(12_500_000);
    assertThat(result.latencyNanos(1)).isEqualTo(20 * MS);
    assertThat(result.account().moves()).isEqualTo(1);
  }

  @Test
  void impossibleValuesAreRefused() {
    assertThatThrownBy(() -> new PredictedLong(-1, 0)).hasMessageContaining("fromNanos");
    assertThatThrownBy(() -> new PredictedLong(0, -1)).hasMessageContaining("slowClass");
  }
}
