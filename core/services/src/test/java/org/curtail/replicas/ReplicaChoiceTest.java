package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.sim.PoissonArrivals;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplicaChoiceTest {
  private static final int REPLICAS = 10;

  private static final ServiceTimes SERVICE_TIMES =
      ServiceTimes.independent(
          IntStream.range(0, 1000)
              .mapToDouble(i -> -10 * Math.log(1 - (i + 0.5) / 1000))
              .toArray());

  static List<ReplicaChoice> choicesThatSeeLoad() {
    return List.of(
        ReplicaChoice.TWO_CHOICES,
        ReplicaChoice.SHORTEST_QUEUE,
        ReplicaChoice.C3,
        ReplicaChoice.PREQUAL);
  }

  /** Requests by replica. */
  private static int[] sent(ReplicaSimulation simulation, ReplicaTrace trace) {
    int[] byReplica = new int[REPLICAS];
    var observer =
        new ReplicaObserver() {
          @Override
          public void sent(Copy copy, double nowMillis) {
            byReplica[copy.server.replica]++;
          }
        };
    simulation.run(trace, observer);
    return byReplica;
  }

  private static ReplicaTrace trace(ReplicaSimulation simulation, double load) {
    return ReplicaTrace.draw(
        new PoissonArrivals(simulation.perSecond(load, SERVICE_TIMES)), SERVICE_TIMES, 40_000, 5);
  }

  @ParameterizedTest
  @MethodSource("choicesThatSeeLoad")
  void choiceByLoadIsBetterThanRandom(ReplicaChoice choice) {
    ReplicaSimulation random = ReplicaSimulation.of(Replicas.of(REPLICAS, 1), ReplicaChoice.RANDOM);
    ReplicaTrace trace = trace(random, 0.7);
    assertThat(random.choosing(choice).run(trace).percentileMillis(99))
        .as(choice.name())
        .isLessThan(0.75 * random.run(trace).percentileMillis(99));
  }

  @ParameterizedTest
  @MethodSource("choicesThatSeeLoad")
  void slowReplicaGetsFewerRequests(ReplicaChoice choice) {
    ReplicaSimulation simulation =
        ReplicaSimulation.of(Replicas.of(REPLICAS, 1).withSlow(1, 5), choice);
    int[] byReplica = sent(simulation, trace(simulation, 0.6));
    var others = new ArrayList<Integer>(IntStream.of(byReplica).boxed().toList());
    int slow = others.removeFirst();
    double mean = others.stream().mapToInt(i -> i).average().orElseThrow();
    assertThat((double) slow).as(choice.name()).isLessThan(0.7 * mean);
  }

  @ParameterizedTest
  @MethodSource("choicesThatSeeLoad")
  void equalReplicasGetEqualShares(ReplicaChoice choice) {
    ReplicaSimulation simulation = ReplicaSimulation.of(Replicas.of(REPLICAS, 1), choice);
    int[] byReplica = sent(simulation, trace(simulation, 0.6));
    for (int requests : byReplica) {
      assertThat(requests).as(choice.name()).isBetween(2800, 5200);
    }
  }
}
