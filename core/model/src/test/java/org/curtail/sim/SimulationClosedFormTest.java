package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.stream.IntStream;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Queues with known results. Chance stays below the tolerances at these loads and lengths. */
class SimulationClosedFormTest {
  private static final double MEAN_MS = 10;
  private static final int REQUESTS = Cases.count(200_000, 400_000);

  /** Policy with one degree for all and a number of threads, as in queueing theory. */
  private record Fixed(int degree, int threads) implements Policy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      // All threads of a request start together, like one server.
      return load.threads() + degree <= threads ? Admission.START : Admission.WAIT_FOR_EXIT;
    }

    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(degree);
    }

    @Override
    public int maxDegree() {
      return degree;
    }

    @Override
    public int threads(int cores) {
      return threads;
    }
  }

  /** Exponential demand with speedups that are linear. */
  private static Profile exponential(int maxDegree) {
    int requests = 20_000;
    double[][] timesMs = new double[requests][maxDegree];
    for (int r = 0; r < requests; r++) {
      for (int d = 1; d <= maxDegree; d++) {
        timesMs[r][d - 1] = -MEAN_MS * Math.log(1 - (r + 0.5) / requests) / d;
      }
    }
    return Profile.of("exponential", timesMs);
  }

  private static SimulationResult run(Policy policy, Profile profile, int cores, double load) {
    double perSecond = load * cores * 1000 / profile.meanMs(1);
    Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, REQUESTS, 1);
    return Simulation.run(policy, profile, trace, Machine.ofCores(cores));
  }

  private static double meanWaitMs(SimulationResult outcome) {
    return IntStream.range(0, outcome.requests())
            .mapToLong(outcome::waitNanos)
            .average()
            .orElseThrow()
        / 1e6;
  }

  /** Probability that all servers are busy, by Erlang's recursion. */
  private static double erlangC(int servers, double offered) {
    double blocked = 1;
    for (int k = 1; k <= servers; k++) {
      blocked = offered * blocked / (k + offered * blocked);
    }
    return blocked / (1 - offered / servers * (1 - blocked));
  }

  @Test
  void oneServerWithExponentialDemandIsMM1() {
    SimulationResult outcome = run(new Fixed(1, 1), exponential(1), 1, 0.6);
    assertThat(outcome.meanMs()).isCloseTo(MEAN_MS / (1 - 0.6), withinPercentage(3));
    // The response time is exponential too.
    assertThat(outcome.percentileMs(99))
        .isCloseTo(MEAN_MS / (1 - 0.6) * Math.log(100), withinPercentage(5));
    assertThat(outcome.utilisation(1)).isCloseTo(0.6, withinPercentage(1));
  }

  @Test
  void severalServersWithExponentialDemandAreMMk() {
    int servers = 8;
    double load = 0.8;
    SimulationResult outcome = run(new Fixed(1, servers), exponential(1), servers, load);
    double waits = erlangC(servers, load * servers);
    assertThat(meanWaitMs(outcome))
        .isCloseTo(waits * MEAN_MS / (servers * (1 - load)), withinPercentage(4));
    long longerThan10Ms =
        IntStream.range(0, outcome.requests()).filter(i -> outcome.waitNanos(i) > 10e6).count();
    assertThat((double) longerThan10Ms / outcome.requests())
        .isCloseTo(waits * Math.exp(-servers * (1 - load) * 10 / MEAN_MS), withinPercentage(6));
  }

  @Test
  void oneServerWithConstantDemandIsMD1() {
    double load = 0.7;
    SimulationResult outcome =
        run(new Fixed(1, 1), Profile.of("constant", new double[][] {{MEAN_MS}}), 1, load);
    assertThat(meanWaitMs(outcome))
        .isCloseTo(load * MEAN_MS / (2 * (1 - load)), withinPercentage(3));
  }

  @Test
  void oneServerWithAnyDemandFollowsPollaczekAndKhinchine() {
    // 1 ms nine times of ten, else 50 ms.
    double[][] timesMs = {{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {50}};
    Profile profile = Profile.of("two lengths", timesMs);
    double load = 0.5;
    double meanSquare = (9 * 1 + 2500) / 10.0;
    SimulationResult outcome = run(new Fixed(1, 1), profile, 1, load);
    assertThat(meanWaitMs(outcome))
        .isCloseTo(load / profile.meanMs(1) * meanSquare / (2 * (1 - load)), withinPercentage(4));
  }

  @Test
  void moreThreadsThanCoresShareThemEqually() {
    // M/G/1 with processor sharing: a request of x takes x / (1 - load), independent of the
    // others.
    double[][] timesMs = {{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {50}};
    Profile profile = Profile.of("two lengths", timesMs);
    double load = 0.6;
    Trace trace =
        Traces.draw(new PoissonArrivals(load * 1000 / profile.meanMs(1)), profile, REQUESTS, 1);
    SimulationResult outcome = Simulation.run(new Sequential(), profile, trace, Machine.ofCores(1));
    for (int wanted : new int[] {1, 50}) {
      double meanMs =
          IntStream.range(0, trace.size())
                  .filter(i -> profile.timeMs(trace.request(i), 1) == wanted)
                  .mapToLong(outcome::latencyNanos)
                  .average()
                  .orElseThrow()
              / 1e6;
      assertThat(meanMs).isCloseTo(wanted / (1 - load), withinPercentage(4));
    }
  }

  @Test
  void linearSpeedupsOnAllCoresAreOneFasterServer() {
    int cores = 4;
    double load = 0.6;
    SimulationResult outcome = run(new Fixed(cores, cores), exponential(cores), cores, load);
    assertThat(outcome.meanMs()).isCloseTo(MEAN_MS / cores / (1 - load), withinPercentage(3));
  }

  @Test
  void withAServerForEachRequestLatencyIsTheDemand() {
    Profile profile = exponential(1);
    SimulationResult outcome = run(new Fixed(1, 1_000), profile, 200, 0.2);
    assertThat(outcome.meanMs()).isCloseTo(MEAN_MS, withinPercentage(1));
    assertThat(meanWaitMs(outcome)).isZero();
  }

  @Test
  void asManyServersAsWantedHoldPoissonManyRequests() {
    // M/G/infinity: the number in the system is Poisson for any distribution of demand.
    double[][] timesMs = {{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {50}};
    Profile profile = Profile.of("two lengths", timesMs);
    double mean = 5;
    Trace trace =
        Traces.draw(new PoissonArrivals(mean * 1000 / profile.meanMs(1)), profile, 100_000, 1);
    double[] nanosWith = new double[100];
    long[] since = new long[1];
    int[] running = new int[1];
    Observer observer =
        (nowNanos, state) -> {
          nanosWith[running[0]] += nowNanos - since[0];
          since[0] = nowNanos;
          running[0] = state.running();
        };
    new Simulation(profile, Machine.ofCores(1_000))
        .watchedBy(observer)
        .run(new Sequential(), trace);
    double probability = Math.exp(-mean);
    for (int n = 0; n <= 12; n++) {
      assertThat(nanosWith[n] / since[0]).isCloseTo(probability, within(0.005));
      probability *= mean / (n + 1);
    }
  }

  @Test
  void severalServersWithConstantDemandWaitHalfAsLongInHeavyTraffic() {
    // M/D/k: half the wait of M/M/k in the limit, and here by Cosmetatos 1.5 % more than that.
    int servers = 4;
    double load = 0.9;
    SimulationResult outcome =
        run(
            new Fixed(1, servers),
            Profile.of("constant", new double[][] {{MEAN_MS}}),
            servers,
            load);
    double exponentialMs = erlangC(servers, load * servers) * MEAN_MS / (servers * (1 - load));
    double correction =
        1 + (1 - load) * (servers - 1) * (Math.sqrt(4 + 5 * servers) - 2) / (16 * load * servers);
    assertThat(meanWaitMs(outcome)).isCloseTo(exponentialMs / 2 * correction, withinPercentage(4));
  }

  @Test
  void aMoldableBatchEndsAfterItsRounds() {
    // Six requests of 30 ms, four cores: one, two or four threads each, as many requests at once
    // as fit.
    Profile profile = Profile.of("", new double[][] {{30, 20, 14, 12}});
    Trace batch = Trace.of(new double[6], new int[6]);
    double[] endsMs = {2 * 30, 3 * 20, 6 * 12};
    for (int doubled = 0; doubled < 3; doubled++) {
      var policy = new Fixed(1 << doubled, 4);
      SimulationResult outcome = Simulation.run(policy, profile, batch, Machine.ofCores(4));
      assertThat(outcome.endNanos() / 1e6).isEqualTo(endsMs[doubled]);
    }
    // Two threads each: ends at 20, 20, 40, 40, 60, 60.
    assertThat(Simulation.run(new Fixed(2, 4), profile, batch, Machine.ofCores(4)).meanMs())
        .isEqualTo(40);
  }

  @Test
  void aMalleableBatchOfLinearSpeedupsUsesAllCoresToTheEnd() {
    double[][] timesMs = {{80, 40, 80 / 3.0, 20}, {20, 10, 20 / 3.0, 5}, {100, 50, 100 / 3.0, 25}};
    Profile profile = Profile.of("linear", timesMs);
    Trace batch = Trace.of(new double[3], new int[] {0, 1, 2});
    SimulationResult outcome =
        Simulation.run(TailIndex.queueing(profile).malleable(), profile, batch, Machine.ofCores(4));
    // 200 ms of work on four cores, for any order of service.
    assertThat(outcome.endNanos() / 1e6).isCloseTo(50, within(1e-4));
  }

  @Test
  void aBatchThatSharesACoreEndsShortestFirst() {
    double[][] timesMs = {{10}, {30}, {35}};
    Profile profile = Profile.of("", timesMs);
    Trace batch = Trace.of(new double[3], new int[] {2, 0, 1});
    SimulationResult outcome = Simulation.run(new Sequential(), profile, batch, Machine.ofCores(1));
    // Work of all requests that ended before, and as much of all others.
    assertThat(outcome.latencyNanos(1)).isEqualTo(30_000_000);
    assertThat(outcome.latencyNanos(2)).isEqualTo(70_000_000);
    assertThat(outcome.latencyNanos(0)).isEqualTo(75_000_000);
  }
}
