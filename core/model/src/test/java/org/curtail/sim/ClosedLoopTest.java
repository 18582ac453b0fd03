package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.plan.RandomProfiles;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.Simulation.ClosedLoop;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final Profile CONSTANT = Profile.of("constant", new double[][] {{10, 6}});

  private static Trace requests(int... requests) {
    return Trace.of(new double[requests.length], requests);
  }

  private static SimulationResult run(
      Policy policy, Profile profile, Trace requests, int cores, ClosedLoop loop) {
    return new Simulation(profile, Machine.ofCores(cores)).run(policy, requests, loop);
  }

  @Test
  void oneClientNeedsTheSumOfAllDemands() {
    Profile profile = Profile.of("", new double[][] {{10, 6}, {20, 12}, {7, 5}});
    Trace requests = requests(2, 0, 1, 1, 0);
    for (int degree = 1; degree <= 2; degree++) {
      SimulationResult outcome =
          run(new FixedDegree(degree), profile, requests, 2, ClosedLoop.of(1));
      assertThat(outcome.endNanos() / 1e6).isEqualTo(degree == 1 ? 67 : 41);
      assertThat(outcome.latencyNanos(0) / 1e6).isEqualTo(degree == 1 ? 7 : 5);
    }
  }

  @Test
  void enoughClientsKeepAllCoresBusy() {
    for (int clients : new int[] {4, 8, 40}) {
      SimulationResult outcome =
          run(new Sequential(), CONSTANT, requests(new int[400]), 4, ClosedLoop.of(clients));
      assertThat(outcome.perSecond()).isCloseTo(400, within(1e-3));
      // All clients share the cores: the interactive response time law without think time.
      assertThat(outcome.meanMs()).isCloseTo(clients / 0.4, within(1e-3));
    }
  }

  @Test
  void threadsThatGainLittleCarryLess() {
    SimulationResult outcome =
        run(new FixedDegree(2), CONSTANT, requests(new int[400]), 4, ClosedLoop.of(2));
    // Two at a time with two threads each: 6 ms.
    assertThat(outcome.perSecond()).isCloseTo(2 / 0.006, within(1e-3));
  }

  @Test
  void exponentialClientsAndDemandsAreTheMachineRepairModel() {
    int samples = 20_000;
    double[][] timesMs = new double[samples][1];
    for (int r = 0; r < samples; r++) {
      timesMs[r][0] = -10 * Math.log(1 - (r + 0.5) / samples);
    }
    Profile profile = Profile.of("exponential", timesMs);
    int cores = 3;
    int clients = 8;
    double thinkMs = 15;
    // Balance of arrivals (clients - n) / think and ends min(n, cores) / 10.
    double probability = 1;
    double total = 1;
    double perMs = 0;
    for (int n = 1; n <= clients; n++) {
      double endsPerMs = Math.min(n, cores) / 10.0;
      probability *= (clients - n + 1) / thinkMs / endsPerMs;
      total += probability;
      perMs += probability * endsPerMs;
    }
    Trace requests = Traces.draw(new PoissonArrivals(1), profile, 200_000, 1);
    SimulationResult outcome =
        run(new Sequential(), profile, requests, cores, new ClosedLoop(clients, thinkMs, 5));
    assertThat(outcome.perSecond()).isCloseTo(1000 * perMs / total, withinPercentage(1));
  }

  @Test
  void noPolicyBeatsTheAsymptoticBounds() {
    Cases.random(
        1,
        200,
        random -> {
          Profile profile = RandomProfiles.any(random, random.nextInt(1, 10), 3);
          int cores = random.nextInt(1, 5);
          int clients = random.nextInt(1, 12);
          Trace requests = Traces.draw(new PoissonArrivals(1), profile, 300, random.nextLong());
          Policy policy =
              switch (random.nextInt(3)) {
                case 0 -> new FixedDegree(random.nextInt(1, 4));
                case 1 -> Adaptive.of(profile);
                default -> TailIndex.queueing(profile);
              };
          var loop = new ClosedLoop(clients, 0, 0);
          double fastestMs = 0;
          double leastCoreMs = 0;
          for (int i = 0; i < requests.size(); i++) {
            int request = requests.request(i);
            double[] timesMs = new double[3];
            double[] coreMs = new double[3];
            Arrays.setAll(timesMs, d -> profile.timeMs(request, d + 1));
            Arrays.setAll(coreMs, d -> timesMs[d] * (d + 1));
            fastestMs += Arrays.stream(timesMs).min().orElseThrow();
            leastCoreMs += Arrays.stream(coreMs).min().orElseThrow();
          }
          double endMs = run(policy, profile, requests, cores, loop).endNanos() / 1e6;
          assertThat(endMs).isGreaterThanOrEqualTo(fastestMs / clients - 1e-3);
          assertThat(endMs).isGreaterThanOrEqualTo(leastCoreMs / cores - 1e-3);
        });
  }

  @Test
  void impossibleLoopsAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> ClosedLoop.of(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClosedLoop(1, -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClosedLoop(1, Double.NaN, 0));
  }
}
