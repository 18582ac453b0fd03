package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final int CORES = 4;

  /** Exponential with mean 10 ms; two threads save a quarter of the time. */
  private static final Profile PROFILE =
      Profile.of(
          "",
          IntStream.range(0, 1_000)
              .mapToObj(r -> -10 * Math.log(1 - (r + 0.5) / 1_000))
              .map(ms -> new double[] {ms, 0.75 * ms})
              .toArray(double[][]::new));

  private static boolean grows(Policy policy, Arrivals arrivals, int requests, long seed) {
    Trace trace = Traces.draw(arrivals, PROFILE, requests, seed);
    SimulationResult outcome = Simulation.run(policy, PROFILE, trace, Machine.ofCores(CORES));
    return Backlog.grows(trace, outcome, CORES);
  }

  private static long growing(Policy policy, double load, int requests, int seeds) {
    return IntStream.range(0, seeds)
        .filter(seed -> grows(policy, new PoissonArrivals(400 * load), requests, seed))
        .count();
  }

  @Test
  void aPolicyThatKeepsUpIsHardlyEverBlamed() {
    assertThat(growing(new Sequential(), 0.5, 300, 100)).isZero();
    assertThat(growing(new Sequential(), 0.9, 3_000, 100)).isZero();
  }

  @Test
  void aPolicyThatFallsBehindIsFound() {
    int seeds = Cases.count(20, 100);
    assertThat(growing(new Sequential(), 1.3, 1_000, seeds)).isEqualTo(seeds);
    // A further thread costs half a request: the capacity is 67 %.
    assertThat(growing(new FixedDegree(2), 0.9, 1_000, seeds)).isEqualTo(seeds);
    assertThat(growing(new FixedDegree(2), 0.5, 1_000, seeds)).isZero();
  }

  @Test
  void aBurstThatPassesIsNoBacklog() {
    var bursts = new SteppedArrivals(List.of(new RatePeriod(800, 500), new RatePeriod(100, 3_000)));
    assertThat(grows(new Sequential(), bursts, 5_000, 1)).isFalse();
  }

  @Test
  void fewRequestsProveNothing() {
    assertThat(grows(new Sequential(), new PoissonArrivals(1e6), 2, 1)).isFalse();
    assertThat(grows(new Sequential(), new PoissonArrivals(1e6), CORES, 1)).isFalse();
  }

  @Test
  void theBacklogOfARunThatWasGivenUpGrew() {
    Trace trace = Trace.of(new double[3], new int[3]);
    SimulationResult outcome =
        new Simulation(PROFILE, Machine.ofCores(CORES))
            .givingUpBeyond(2)
            .run(new Sequential(), trace);
    assertThat(Backlog.grows(trace, outcome, CORES)).isTrue();
  }
}
