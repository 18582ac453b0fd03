package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.sim.Noise.Pauses;
import org.junit.jupiter.api.Test;

/**
 * Effect of each cost, computed by hand. Requests 0 and 1 take 50 and 150 ms, half with 3 threads.
 */
class SimulatedCostsTest {
  private static final Profile FIGURE_5 = PaperTables.figure5Profile();
  private static final long MS = 1_000_000;

  private static SimulationResult run(Policy policy, int cores, Costs costs, int... requests) {
    return Simulation.run(
        policy,
        FIGURE_5,
        Trace.of(new double[requests.length], requests),
        new Machine(cores, costs));
  }

  private static double latencyMs(SimulationResult outcome, int index) {
    return outcome.latencyNanos(index) / 1e6;
  }

  @Test
  void claimsCostTheirShareOfEveryChunk() {
    Costs costs = new Costs(0, 2 * MS).withClaimNanos(MS / 2);
    // Claims cost a fifth of the time, at any degree.
    assertThat(latencyMs(run(new Sequential(), 6, costs, 1), 0)).isEqualTo(150 * 1.25);
    assertThat(latencyMs(run(new FixedDegree(3), 6, costs, 1), 0)).isEqualTo(75 * 1.25);
  }

  @Test
  void everyFurtherThreadSlowsItsRequest() {
    Costs costs = Costs.NONE.withOverheadPerThread(0.1);
    assertThat(latencyMs(run(new Sequential(), 6, costs, 1), 0)).isEqualTo(150);
    assertThat(latencyMs(run(new FixedDegree(3), 6, costs, 1), 0)).isEqualTo(75 * 1.2);
  }

  @Test
  void threadsOfAnEndedRequestStayBusyForTheirChunks() {
    // 3 ms chunks end 1 and 2 ms after the request, so its cores become free one by one.
    Costs costs = new Costs(0, 3 * MS).withSpeculation();
    var lingeringThreads = new ArrayList<Integer>();
    SimulationResult outcome =
        new Simulation(FIGURE_5, new Machine(3, costs))
            .watchedBy((nowNanos, state) -> lingeringThreads.add(state.lingeringThreads()))
            .run(new FixedDegree(3), Trace.of(new double[] {0, 75}, new int[] {1, 1}));
    assertThat(latencyMs(outcome, 0)).isEqualTo(75);
    // 5 threads on 3 cores until 1 ms of a core is done, after 5/3 ms; then 4 until another is.
    double firstMs = 5 / 3.0;
    double secondMs = 4 / 3.0;
    double doneMs = firstMs * 3 / 5 + secondMs * 3 / 4;
    assertThat(latencyMs(outcome, 1)).isCloseTo(firstMs + secondMs + 75 - doneMs, within(1e-5));
    assertThat(lingeringThreads).containsSequence(2, 1, 0);
    assertThat(outcome.wastedShare() * outcome.utilisation(3) * 3 * outcome.endNanos())
        .isCloseTo(3.0 * MS, within(1.0));
  }

  @Test
  void aRequestWhoseThreadsEndTogetherWastesNothing() {
    Costs costs = new Costs(0, 3 * MS);
    assertThat(run(new FixedDegree(3), 3, costs, 1).wastedShare()).isZero();
    assertThat(run(new Sequential(), 3, costs.withSpeculation(), 1).wastedShare()).isZero();
  }

  @Test
  void nothingProgressesDuringAPause() {
    var noise = new Noise(40 * MS, 7 * MS, false, 3);
    var pauses = new Pauses(noise);
    long endNanos = 0;
    long workNanos = 0;
    int number = 0;
    // The request's own time from pause to pause until all of it is done.
    while (workNanos + pauses.beginNanos() - endNanos < 150 * MS) {
      workNanos += pauses.beginNanos() - endNanos;
      endNanos = pauses.endNanos();
      pauses.passed();
      number++;
    }
    SimulationResult outcome =
        Simulation.run(
            new Sequential(),
            FIGURE_5,
            Trace.of(new double[] {0}, new int[] {1}),
            new Machine(2, Costs.NONE, noise));
    assertThat(number).isGreaterThan(1);
    assertThat(outcome.latencyNanos(0)).isCloseTo(150 * MS + number * 7L * MS, within(2L));
  }

  @Test
  void pausesTakeTheShareOfTimeThatTheyAreGiven() {
    for (boolean vary : new boolean[] {false, true}) {
      var noise = new Noise(90 * MS, 10 * MS, vary, 1);
      var pauses = new Pauses(noise);
      long paused = 0;
      for (int i = 0; i < 20_000; i++) {
        paused += pauses.endNanos() - pauses.beginNanos();
        pauses.passed();
      }
      assertThat(noise.share()).isEqualTo(0.1);
      assertThat((double) paused / pauses.beginNanos()).isCloseTo(0.1, within(0.003));
    }
  }

  @Test
  void aRequestThatArrivesDuringAPauseStartsAfterIt() {
    var noise = new Noise(40 * MS, 1_000 * MS, false, 3);
    var pauses = new Pauses(noise);
    double duringMs = pauses.beginNanos() / 1e6 + 1;
    SimulationResult outcome =
        Simulation.run(
            new Sequential(),
            FIGURE_5,
            Trace.of(new double[] {duringMs}, new int[] {0}),
            new Machine(2, Costs.NONE, noise));
    assertThat(outcome.waitNanos(0)).isCloseTo(999 * MS, within(1L));
  }

  @Test
  void theWarmUpIsLeftOut() {
    SimulationResult whole = run(new FixedDegree(3), 3, Costs.NONE, 1, 0, 0);
    SimulationResult rest = whole.afterWarmUp(1);
    assertThat(rest.requests()).isEqualTo(2);
    assertThat(rest.latencyNanos(1)).isEqualTo(whole.latencyNanos(2));
    assertThatIllegalArgumentException().isThrownBy(() -> whole.afterWarmUp(3));
  }

  @Test
  void aCollapsedRunIsGivenUpWithItsResultsSoFar() {
    SimulationResult outcome =
        new Simulation(FIGURE_5, Machine.ofCores(1))
            .givingUpBeyond(2)
            .run(
                new Sequential(),
                Trace.of(new double[] {0, 100, 110, 120, 130}, new int[] {0, 1, 1, 1, 1}));
    assertThat(outcome.isGivenUp()).isTrue();
    // The first ended; three more had arrived by 120 ms; the last is left out.
    assertThat(outcome.requests()).isEqualTo(4);
    assertThat(outcome.unfinished()).isEqualTo(3);
    assertThat(latencyMs(outcome, 0)).isEqualTo(50);
    assertThat(latencyMs(outcome, 1)).isEqualTo(20);
    assertThat(run(new Sequential(), 1, Costs.NONE, 1, 1).isGivenUp()).isFalse();
  }

  @Test
  void costsThatCannotBeAreRejected() {
    Costs chunks = new Costs(0, MS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Costs.NONE.withClaimNanos(1))
        .withMessage("claimNanos needs chunkNanos: 1");
    assertThatIllegalArgumentException().isThrownBy(Costs.NONE::withSpeculation);
    for (double impossible : List.of(-0.1, Double.NaN, Double.POSITIVE_INFINITY)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> chunks.withOverheadPerThread(impossible));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> chunks.withClaimNanos(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Noise(1, 0, false, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Noise(0, 1, false, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Simulation(FIGURE_5, Machine.ofCores(1)).givingUpBeyond(0));
  }
}
