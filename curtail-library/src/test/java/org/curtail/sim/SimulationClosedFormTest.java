package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.stream.IntStream;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;

/** Queues whose answer is known, at loads and lengths where chance stays below the tolerances. */
class SimulationClosedFormTest {
  private static final double MEAN_MS = 10;
  private static final int REQUESTS = 400_000;

  /** A degree for all and a number of threads: what the queueing theory of these tests assumes. */
  private record Fixed(int degree, int threads) implements Policy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      // All threads of a request at once, as one server would serve it.
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

  private static Outcome run(Policy policy, Profile profile, int cores, double load) {
    double perSecond = load * cores * 1000 / profile.meanMs(1);
    Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, REQUESTS, 1);
    return Simulation.run(policy, profile, trace, Machine.ofCores(cores));
  }

  private static double meanWaitMs(Outcome outcome) {
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
    Outcome outcome = run(new Fixed(1, 1), exponential(1), 1, 0.6);
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
    Outcome outcome = run(new Fixed(1, servers), exponential(1), servers, load);
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
    Outcome outcome =
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
    Outcome outcome = run(new Fixed(1, 1), profile, 1, load);
    assertThat(meanWaitMs(outcome))
        .isCloseTo(load / profile.meanMs(1) * meanSquare / (2 * (1 - load)), withinPercentage(4));
  }

  @Test
  void moreThreadsThanCoresShareThemEqually() {
    // M/G/1 with processor sharing: a request of x takes x / (1 - load), whatever the others are.
    double[][] timesMs = {{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {50}};
    Profile profile = Profile.of("two lengths", timesMs);
    double load = 0.6;
    Trace trace =
        Traces.draw(new PoissonArrivals(load * 1000 / profile.meanMs(1)), profile, REQUESTS, 1);
    Outcome outcome = Simulation.run(new Sequential(), profile, trace, Machine.ofCores(1));
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
    Outcome outcome = run(new Fixed(cores, cores), exponential(cores), cores, load);
    assertThat(outcome.meanMs()).isCloseTo(MEAN_MS / cores / (1 - load), withinPercentage(3));
  }

  @Test
  void aServerForEverybodyOnlyTakesTheDemand() {
    Profile profile = exponential(1);
    Outcome outcome = run(new Fixed(1, 1_000), profile, 200, 0.2);
    assertThat(outcome.meanMs()).isCloseTo(MEAN_MS, withinPercentage(1));
    assertThat(meanWaitMs(outcome)).isZero();
  }
}
