package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.junit.jupiter.api.Test;

/** Runs short enough to compute by hand. Requests 0 and 1 of the profile take 50 and 150 ms. */
class SimulationTest {
  private static final Profile FIGURE_5 = PaperTables.figure5Profile();

  private static Trace trace(double[] arrivalsMs, int... requests) {
    return Trace.of(arrivalsMs, requests);
  }

  private static double latencyMs(SimulationResult outcome, int index) {
    return outcome.latencyNanos(index) / 1e6;
  }

  @Test
  void aRequestGrowsAtTheTimesOfItsTable() {
    // Load 1: degree 3 after 50 ms. The remaining 100 ms take 50 at a speedup of 2.
    IntervalTable table =
        new IntervalTable(
            6,
            6,
            3,
            99,
            50,
            List.of(1, 3),
            List.of(new IntervalTable.Row(1, List.of(0.0, 50.0, 50.0), 0, 0, 0)),
            6);
    SimulationResult outcome =
        Simulation.run(
            new FewToMany(table), FIGURE_5, trace(new double[] {10}, 1), Machine.ofCores(6));
    assertThat(latencyMs(outcome, 0)).isEqualTo(100);
    // 50 ms with one thread, 50 ms with three.
    assertThat(outcome.meanDegree()).isEqualTo(2);
  }

  @Test
  void aThreadThatWakesUpHelpsLater() {
    var costs = new Costs(1_000_000, 0);
    SimulationResult outcome =
        Simulation.run(
            new FixedDegree(3), FIGURE_5, trace(new double[] {0}, 1), new Machine(6, costs));
    // 1 ms alone, then the other 149 at a speedup of 2.
    assertThat(latencyMs(outcome, 0)).isEqualTo(1 + 149 / 2.0);
  }

  @Test
  void aWakingThreadUsesNoCore() {
    var costs = new Costs(30_000_000, 0);
    SimulationResult outcome =
        Simulation.run(
            new FixedDegree(3), FIGURE_5, trace(new double[] {0}, 1), new Machine(1, costs));
    // 30 of 150 ms alone on the core; then three threads share it, at a third of a speedup of 2.
    assertThat(latencyMs(outcome, 0)).isEqualTo(30 + 120 / (2 / 3.0));
    assertThat(outcome.utilisation(1)).isEqualTo(1);
  }

  @Test
  void aFullPoolKeepsRequestsWaitingInOrder() {
    SimulationResult outcome =
        Simulation.run(
            TailIndex.queueing(FIGURE_5),
            FIGURE_5,
            trace(new double[] {0, 0, 10, 20}, 1, 0, 0, 0),
            Machine.ofCores(2));
    assertThat(latencyMs(outcome, 0)).isEqualTo(150);
    assertThat(latencyMs(outcome, 1)).isEqualTo(50);
    assertThat(outcome.waitNanos(2)).isEqualTo(40_000_000);
    assertThat(outcome.waitNanos(3)).isEqualTo(80_000_000);
    assertThat(latencyMs(outcome, 3)).isEqualTo(130);
  }

  @Test
  void threadsBeyondTheCoresShareThem() {
    // Two requests with three threads each on three cores: each runs at half its speed.
    SimulationResult outcome =
        Simulation.run(
            new FixedDegree(3), FIGURE_5, trace(new double[] {0, 0}, 1, 1), Machine.ofCores(3));
    assertThat(latencyMs(outcome, 0)).isEqualTo(150);
    assertThat(latencyMs(outcome, 1)).isEqualTo(150);
    assertThat(outcome.utilisation(3)).isEqualTo(1);
  }

  @Test
  void aBoostedRequestKeepsItsCores() {
    // Five cores: the first request's three threads are boosted, the second's would make six.
    SimulationResult outcome =
        Simulation.run(
            new Boosted(new FixedDegree(3)),
            FIGURE_5,
            trace(new double[] {0, 0}, 1, 1),
            Machine.ofCores(5));
    assertThat(latencyMs(outcome, 0)).isEqualTo(75);
    // Two thirds of its speed for 75 ms, then all of it: 75 ms of work are 50 + 25.
    assertThat(latencyMs(outcome, 1)).isEqualTo(100);
  }

  @Test
  void aPolicyBeyondTheProfileIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            Simulation.run(
                new FixedDegree(4), FIGURE_5, trace(new double[] {0}, 0), Machine.ofCores(4)))
        .withMessage("the policy goes to degree 4, the profile only to 3");
  }

  @Test
  void aTraceOfOtherRequestsIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            Simulation.run(
                new Sequential(), FIGURE_5, trace(new double[] {0}, 7), Machine.ofCores(4)));
  }

  @Test
  void aPolicyWithItsNextDecisionInThePastIsNamed() {
    Policy past =
        new DelegatingPolicy() {
          @Override
          public Policy policy() {
            return new FixedDegree(2);
          }

          @Override
          public Decision decide(Progress running, Load load) {
            return new Decision(1, 20_000_000);
          }

          @Override
          public String toString() {
            return "past";
          }
        };
    assertThatIllegalStateException()
        .isThrownBy(
            () -> Simulation.run(past, FIGURE_5, trace(new double[] {0}, 1), Machine.ofCores(1)))
        .withMessage(
            "the policy past: askAgainNanos must be a point of execution time later than the present one, 20,000,000, not a duration from now: 20,000,000");
  }
}
