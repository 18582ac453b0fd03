package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.ReplicaSimulation.FanOut;
import org.curtail.replicas.Replicas.Discipline;
import org.curtail.sim.PoissonArrivals;
import org.curtail.testkit.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For any service, load and policy, the accounts must balance and the same run must repeat. */
class ReplicaPropertyTest {
  private static final int RUNS = Cases.count(50, 600);
  private static final int REQUESTS = 400;

  static IntStream seeds() {
    return IntStream.range(0, RUNS);
  }

  private static <T> T any(SplittableRandom random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  static ServiceTimes serviceTimes(SplittableRandom random) {
    double[] first = new double[50];
    double[] second = new double[50];
    for (int i = 0; i < first.length; i++) {
      // Many equal, some 0, some very long.
      first[i] = random.nextInt(10) == 0 ? 100 : random.nextInt(8);
      second[i] = random.nextInt(8);
    }
    return switch (random.nextInt(4)) {
      case 0 -> ServiceTimes.paired(first, second);
      case 1 -> ServiceTimes.repeated(first, 0.5);
      case 2 -> ServiceTimes.added(first, 0.5);
      default -> ServiceTimes.independent(first);
    };
  }

  static Replicas replicas(SplittableRandom random) {
    int count = 1 + random.nextInt(5);
    Replicas replicas =
        Replicas.of(count, 1 + random.nextInt(3))
            .serving(any(random, List.of(Discipline.values())));
    if (random.nextInt(3) == 0) {
      replicas = replicas.withSlow(random.nextInt(count + 1), 3);
    }
    return switch (random.nextInt(4)) {
      case 0 -> replicas.pausing(new ReplicaPauses(0.1, 30, false, true));
      case 1 -> replicas.pausing(new ReplicaPauses(0.2, 20, true, false));
      default -> replicas;
    };
  }

  static Reissuing reissuing(SplittableRandom random) {
    return any(
        random,
        List.of(
            Reissuing.NONE,
            new Reissuing.Planned(ReissuePolicy.singleD(random.nextInt(10))),
            new Reissuing.Planned(ReissuePolicy.singleR(random.nextInt(10), random.nextDouble())),
            new Reissuing.Planned(
                new ReissuePolicy(
                    List.of(new Reissue(0, 0.5), new Reissue(3, 1), new Reissue(3, 0.5)))),
            new Reissuing.AfterPercentile(90, 20),
            new Reissuing.Tied(0),
            new Reissuing.Tied(0.5),
            Reissuing.LAEDGE));
  }

  static ReplicaSimulation simulation(SplittableRandom random) {
    ReplicaChoice choice =
        any(
            random,
            List.of(
                ReplicaChoice.RANDOM,
                ReplicaChoice.ROUND_ROBIN,
                ReplicaChoice.TWO_CHOICES,
                ReplicaChoice.SHORTEST_QUEUE,
                ReplicaChoice.C3,
                ReplicaChoice.PREQUAL));
    return new ReplicaSimulation(
        replicas(random),
        choice,
        reissuing(random),
        any(
            random,
            List.of(
                CopyBudget.UNLIMITED,
                new CopyBudget.TokenBucket(0.1, 5),
                new CopyBudget.Guarded(new CopyBudget.TokenBucket(0.1, 5), 0.05))),
        any(
            random,
            List.of(
                Cancellation.NONE, Cancellation.AT_ONCE, new Cancellation.WhenAnswered(1, 0.5))),
        any(random, List.of(FanOut.NONE, new FanOut(3, 1), new FanOut(4, 0.6))));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void accountsBalanceAndRunsRepeat(int seed) {
    var random = new SplittableRandom(seed);
    ReplicaSimulation simulation = simulation(random);
    ServiceTimes serviceTimes = serviceTimes(random);
    double perSecond = simulation.perSecond(0.2 + random.nextDouble(), serviceTimes);
    ReplicaTrace trace =
        ReplicaTrace.draw(new PoissonArrivals(perSecond), serviceTimes, REQUESTS, seed);
    var accountant = new ReplicaAccountant(simulation);
    ReplicaResult result = simulation.run(trace, accountant);
    accountant.close(trace, result);
    ReplicaResult again = simulation.run(trace);
    assertThat(again.latenciesMillis())
        .as("seed %d: %s", seed, simulation)
        .isEqualTo(result.latenciesMillis());
    assertThat(again.reissueFraction()).isEqualTo(result.reissueFraction());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void logWithoutCancellationHasBothTimesOfEachPair(int seed) {
    var random = new SplittableRandom(seed);
    ReplicaSimulation simulation =
        simulation(random)
            .cancelling(Cancellation.NONE)
            .asking(FanOut.NONE)
            .reissuing(ReissuePolicy.singleR(random.nextInt(5), 0.7));
    ServiceTimes serviceTimes = serviceTimes(random);
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new PoissonArrivals(simulation.perSecond(0.5, serviceTimes)),
            serviceTimes,
            REQUESTS,
            seed);
    ReplicaResult result = simulation.run(trace);
    ObservedAttempts observed = result.observed();
    assertThat(observed.firstMillis()).hasSize(REQUESTS);
    var seconds = new ArrayList<Double>();
    for (int call = 0; call < REQUESTS; call++) {
      assertThat(observed.hasSecond(call)).isEqualTo(result.attempts(call) == 2);
      double first = observed.firstMillis(call);
      double latency = result.latencyMillis(call);
      if (observed.hasSecond(call)) {
        seconds.add(observed.secondMillis(call));
        // Rounded one by one.
        assertThat(Math.min(first, observed.delayMillis(call) + observed.secondMillis(call)))
            .as("seed %d, call %d", seed, call)
            .isCloseTo(latency, within(2e-6));
      } else {
        assertThat(first).isEqualTo(latency);
      }
    }
    assertThat(observed.secondMillis())
        .containsExactly(seconds.stream().mapToDouble(ms -> ms).toArray());
    assertThat(observed.pairedSecondMillis()).containsExactly(observed.secondMillis());
  }
}
