package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import org.curtail.Admission;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Turns at the borders of chunks, compared with ideal sharing. */
class SlicesTest {
  private static final Duration ONE_MS = Duration.ofMillis(1);

  private static final Profile PROFILE = SyntheticProfiles.luceneLike(2_000, 4);

  private static Trace trace(int cores, double load, int requests, long seed) {
    return Traces.draw(
        new PoissonArrivals(load * cores * 1000 / PROFILE.meanMs(1)), PROFILE, requests, seed);
  }

  private static SimulationResult run(Policy policy, Trace trace, int cores, Costs costs) {
    return Simulation.run(policy, PROFILE, trace, new Machine(cores, costs));
  }

  /** Returns the mean difference of a request's latency from ideal sharing. */
  private static double departureMs(Trace trace, int cores, Duration quantum, long chunkNanos) {
    SimulationResult ideal = run(new Sequential(), trace, cores, Costs.NONE);
    SimulationResult sliced =
        run(new Sharing(new Sequential(), quantum), trace, cores, new Costs(0, chunkNanos));
    double sumNanos = 0;
    for (int i = 0; i < trace.size(); i++) {
      sumNanos += Math.abs(sliced.latencyNanos(i) - ideal.latencyNanos(i));
    }
    return sumNanos / trace.size() / 1e6;
  }

  /** Two requests of 10 ms on one core, the later one 0.1 ms behind. Each turn begins late. */
  @Test
  void aResumedRequestComputesAfterTheSwitch() {
    Profile profile = Profile.of("two", new double[][] {{10}, {10}});
    var trace = Trace.of(new double[] {0, 0.1}, new int[] {0, 1});
    Costs chunks = new Costs(0, 1_000_000);
    SimulationResult free = run(profile, trace, chunks);
    SimulationResult costly = run(profile, trace, chunks.withSwitchNanos(250_000));
    assertThat(free.latencyNanos(0)).isEqualTo(19_000_000);
    assertThat(free.latencyNanos(1)).isEqualTo(19_900_000);
    assertThat(costly.latencyNanos(0)).isGreaterThan(22_000_000);
    // 20 ms of work and at least 16 switches, all but the first two turns and the last.
    assertThat(costly.latencyNanos(1)).isBetween(19_900_000L + 16 * 250_000, 29_900_000L);
  }

  private static SimulationResult run(Profile profile, Trace trace, Costs costs) {
    Policy policy = new Sharing(new Sequential(), ONE_MS);
    return Simulation.run(policy, profile, trace, new Machine(1, costs));
  }

  @Test
  void theShorterTheSliceTheNearerToIdealSharing() {
    for (int cores : new int[] {1, 4}) {
      Trace trace = trace(cores, 0.75, Cases.count(200, 500), cores);
      double eightTimesMs = Double.POSITIVE_INFINITY;
      for (int quantumMicros = 32_000; quantumMicros >= 62; quantumMicros /= 8) {
        double ms = departureMs(trace, cores, Duration.ofNanos(1000L * quantumMicros), 10_000);
        assertThat(ms).as("%d us on %d cores", quantumMicros, cores).isLessThan(eightTimesMs / 4);
        assertThat(ms).isLessThan(2 * quantumMicros / 1000.0);
        eightTimesMs = ms;
      }
    }
  }

  @Test
  @Tag("long")
  void slicesOfOneMillisecondHaveTheMeanAndTailOfIdealSharing() {
    for (int cores : new int[] {1, 2, 8}) {
      Trace trace = trace(cores, 0.7, 2_000, 10 + cores);
      for (Policy policy :
          new Policy[] {new Sequential(), TailIndex.queueing(PROFILE).malleable()}) {
        SimulationResult ideal = run(new Sharing(policy), trace, cores, Costs.NONE);
        for (long chunkNanos : new long[] {50_000, 200_000, 500_000}) {
          SimulationResult sliced =
              run(new Sharing(policy, ONE_MS), trace, cores, new Costs(0, chunkNanos));
          assertThat(sliced.meanMs()).isCloseTo(ideal.meanMs(), withinPercentage(0.3));
          for (double percentile : new double[] {50, 95, 99}) {
            assertThat(sliced.percentileMs(percentile))
                .isCloseTo(ideal.percentileMs(percentile), withinPercentage(1));
          }
        }
      }
    }
  }

  @Test
  void arrivingRequestsTakeThreadsBeyondTheFirst() {
    double[][] timesMs = {{40, 20, 40 / 3.0, 10}};
    Profile linear = Profile.of("", timesMs);
    var policy = new Sharing(new FixedDegree(4));
    // Alone for 5 ms, then four beside it: 20 ms of work left and 160, five requests on four
    // cores.
    Trace trace = Trace.of(new double[] {0, 5, 5, 5, 5}, new int[5]);
    SimulationResult outcome = Simulation.run(policy, linear, trace, Machine.ofCores(4));
    assertThat(outcome.latencyNanos(0)).isEqualTo(5_000_000 + 25_000_000);
    // When the first ends, each of the four has done 20 ms; then each has a core.
    for (int i = 1; i < 5; i++) {
      assertThat(outcome.waitNanos(i)).isZero();
      assertThat(outcome.latencyNanos(i)).isEqualTo(45_000_000);
    }
    assertThat(outcome.utilisation(4)).isEqualTo(1);
  }

  /** Policy that admits two requests, and others when one ends. */
  private record TwoAtATime(Policy policy) implements DelegatingPolicy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      return load.requests() - load.waiting() < 2 ? Admission.START : Admission.WAIT_FOR_EXIT;
    }
  }

  @Test
  void waitingRequestsWaitWhileStartedOnesTakeTurns() {
    Profile profile = Profile.of("", new double[][] {{10}, {30}, {20}});
    Trace trace = Trace.of(new double[3], new int[] {0, 1, 2});
    for (Costs costs : new Costs[] {Costs.NONE, new Costs(0, 100_000)}) {
      SimulationResult outcome =
          new Simulation(profile, new Machine(1, costs))
              .run(new Sharing(new TwoAtATime(new Sequential()), ONE_MS), trace);
      long slackNanos = costs.chunkNanos() == 0 ? 0 : 1_100_000;
      // The first two share until 20 ms; the third starts then, and the second has 20 ms left.
      assertThat(outcome.waitNanos(0)).isZero();
      assertThat(outcome.latencyNanos(0)).isBetween(20_000_000 - slackNanos, 20_000_000L);
      assertThat(outcome.waitNanos(1)).isBetween(0L, slackNanos);
      assertThat(outcome.waitNanos(2)).isEqualTo(outcome.latencyNanos(0));
      assertThat(outcome.latencyNanos(1)).isBetween(60_000_000 - 2 * slackNanos, 60_000_000L);
      assertThat(outcome.latencyNanos(2)).isBetween(60_000_000 - 2 * slackNanos, 60_000_000L);
    }
  }
}
