package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.RecordedArrivals;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LaedgeTest {
  static IntStream seeds() {
    return IntStream.range(0, Cases.count(100, 300));
  }

  private static ReplicaSimulation laedge(int replicas, int slots) {
    return ReplicaSimulation.of(Replicas.of(replicas, slots), ReplicaChoice.RANDOM)
        .reissuing(Reissuing.LAEDGE)
        .cancelling(Cancellation.AT_ONCE);
  }

  /**
   * One queue for all slots and no copies: the best load balancing without knowledge of service
   * times.
   */
  private static double[] latenciesWithoutCopies(ReplicaTrace trace, int slots) {
    double[] freeAt = new double[slots];
    double[] latencies = new double[trace.size()];
    for (int i = 0; i < latencies.length; i++) {
      Arrays.sort(freeAt);
      double end = Math.max(trace.arrivalMillis(i), freeAt[0]) + trace.serviceMillis(i, 0);
      freeAt[0] = end;
      latencies[i] = end - trace.arrivalMillis(i);
    }
    return latencies;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noRequestIsLaterThanWithoutCopies(int seed) {
    var random = new SplittableRandom(seed);
    int replicas = 2 + random.nextInt(5);
    int slots = 1 + random.nextInt(2);
    ReplicaSimulation simulation = laedge(replicas, slots);
    ServiceTimes serviceTimes = ReplicaPropertyTest.serviceTimes(random);
    double load = 0.3 + 0.9 * random.nextDouble();
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new PoissonArrivals(simulation.perSecond(load, serviceTimes)), serviceTimes, 500, seed);
    ReplicaResult result = simulation.run(trace);
    double[] without = latenciesWithoutCopies(trace, replicas * slots);
    int sooner = 0;
    for (int i = 0; i < without.length; i++) {
      assertThat(result.latencyMillis(i))
          .as("seed %d, request %d of %s", seed, i, simulation)
          .isLessThanOrEqualTo(without[i] + 1e-6);
      sooner += result.latencyMillis(i) < without[i] - 1e-6 ? 1 : 0;
    }
    if (load < 0.6) {
      assertThat(sooner).as("seed %d: requests that gained by a copy", seed).isPositive();
    }
  }

  @Test
  void requestTakesTheSlotOfACopy() {
    // Three requests of 10 ms, 1 ms apart, on two replicas.
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new RecordedArrivals(List.of(0.0, 1.0, 2.0)),
            ServiceTimes.independent(new double[] {10}),
            3,
            1);
    ReplicaResult result = laedge(2, 1).run(trace);
    // Request 1 has a copy until request 2 arrives; request 3 waits for a free slot.
    assertThat(result.latenciesMillis()).containsExactly(10, 10, 18);
    assertThat(result.attempts(0)).isEqualTo(2);
    assertThat(result.observed().secondCancelled(0)).isTrue();
    assertThat(result.observed().secondMillis(0)).isEqualTo(1);
    // At the end of request 1, request 3 gets its slot. At the end of request 2, a copy gets it.
    assertThat(result.attempts(1)).isEqualTo(1);
    assertThat(result.attempts(2)).isEqualTo(2);
  }
}
