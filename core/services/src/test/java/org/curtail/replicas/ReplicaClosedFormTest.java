package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.Replicas.Discipline;
import org.curtail.sim.PoissonArrivals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues with known results. Loads and lengths are so that chance stays below the tolerances. */
class ReplicaClosedFormTest {
  private static final double MEAN_MS = 10;
  private static final int REQUESTS = 400_000;
  private static final int WARM_UP = 1000;
  private static final long SEED = 1;

  /** 1 ms nine times of ten, else 50 ms. */
  private static final double[] TWO_LENGTHS_MS = {1, 1, 1, 1, 1, 1, 1, 1, 1, 50};

  /** Made once, since it takes long. */
  private static final ServiceTimes EXPONENTIAL = exponential();

  private static ServiceTimes exponential() {
    int entries = 100_000;
    return ServiceTimes.independent(
        IntStream.range(0, entries)
            .mapToDouble(i -> -MEAN_MS * Math.log(1 - (i + 0.5) / entries))
            .toArray());
  }

  private static ReplicaTrace trace(
      ReplicaSimulation simulation, double load, ServiceTimes serviceTimes) {
    return ReplicaTrace.draw(
        new PoissonArrivals(simulation.perSecond(load, serviceTimes)),
        serviceTimes,
        REQUESTS,
        SEED);
  }

  private static ReplicaResult run(
      ReplicaSimulation simulation, double load, ServiceTimes serviceTimes) {
    return simulation.run(trace(simulation, load, serviceTimes)).afterWarmUp(WARM_UP);
  }

  private static ReplicaSimulation randomly(Replicas replicas) {
    return ReplicaSimulation.of(replicas, ReplicaChoice.RANDOM);
  }

  /** Probability that all servers are busy, by Erlang's recursion. */
  private static double erlangC(int servers, double offered) {
    double blocked = 1;
    for (int k = 1; k <= servers; k++) {
      blocked = offered * blocked / (k + offered * blocked);
    }
    return blocked / (1 - offered / servers * (1 - blocked));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.6", "4, 0.5"})
  void randomlyChosenReplicasAreMM1Queues(int replicas, double load) {
    ReplicaResult outcome = run(randomly(Replicas.of(replicas, 1)), load, EXPONENTIAL);
    assertThat(outcome.meanMillis()).isCloseTo(MEAN_MS / (1 - load), withinPercentage(3));
    // The response time is exponential too.
    assertThat(outcome.percentileMillis(99))
        .isCloseTo(MEAN_MS / (1 - load) * Math.log(100), withinPercentage(5));
    assertThat(outcome.utilisation()).isCloseTo(load, withinPercentage(1));
    assertThat(outcome.reissueFraction()).isZero();
    assertThat(outcome.wastedShare()).isCloseTo(0, within(1e-9));
  }

  @Test
  void oneReplicaWithAnyServiceTimesFollowsPollaczekAndKhinchine() {
    var serviceTimes = ServiceTimes.independent(TWO_LENGTHS_MS);
    double load = 0.5;
    double meanMs = serviceTimes.meanMillis();
    double meanSquare = DoubleStream.of(TWO_LENGTHS_MS).map(ms -> ms * ms).average().orElseThrow();
    ReplicaResult outcome = run(randomly(Replicas.of(1, 1)), load, serviceTimes);
    assertThat(outcome.meanMillis() - meanMs)
        .isCloseTo(load / meanMs * meanSquare / (2 * (1 - load)), withinPercentage(4));
  }

  @Test
  void processorSharingStretchesAllRequestsEqually() {
    // M/G/1 with processor sharing: a request of x takes x / (1 - load), whatever the others are.
    var serviceTimes = ServiceTimes.independent(TWO_LENGTHS_MS);
    double load = 0.6;
    ReplicaSimulation simulation =
        randomly(Replicas.of(1, 1).serving(Discipline.PROCESSOR_SHARING));
    ReplicaTrace trace = trace(simulation, load, serviceTimes);
    ReplicaResult outcome = simulation.run(trace);
    for (double wanted : new double[] {1, 50}) {
      double meanMs =
          IntStream.range(WARM_UP, trace.size())
              .filter(i -> trace.serviceMillis(i, 0) == wanted)
              .mapToDouble(outcome::latencyMillis)
              .average()
              .orElseThrow();
      assertThat(meanMs).isCloseTo(wanted / (1 - load), withinPercentage(4));
    }
    assertThat(outcome.utilisation()).isCloseTo(load, withinPercentage(2));
  }

  @ParameterizedTest
  @EnumSource(Discipline.class)
  void replicaWithSeveralSlotsIsAnMMcQueue(Discipline discipline) {
    // Shared slots have the same mean latency, as the number in the system is the same.
    int slots = 8;
    double load = 0.8;
    ReplicaResult outcome =
        run(randomly(Replicas.of(1, slots).serving(discipline)), load, EXPONENTIAL);
    double waits = erlangC(slots, load * slots);
    assertThat(outcome.meanMillis())
        .isCloseTo(MEAN_MS + waits * MEAN_MS / (slots * (1 - load)), withinPercentage(3));
  }

  /**
   * Returns so many copies of each request at once, with the others cancelled at the first answer.
   */
  private static ReplicaSimulation redundant(int replicas, int copies) {
    var policy = new ReissuePolicy(Collections.nCopies(copies - 1, new Reissue(0, 1)));
    return randomly(Replicas.of(replicas, 1)).reissuing(policy).cancelling(Cancellation.AT_ONCE);
  }

  /** Gardner, Harchol-Balter, Scheller-Wolf, Velednitsky, Zbarsky, "Redundancy-d", 2017. */
  private static double redundancyMeanMs(int replicas, int copies, double load) {
    double sum = 0;
    for (int i = copies; i <= replicas; i++) {
      double rate =
          replicas * binomial(replicas - 1, copies - 1) / (double) binomial(i - 1, copies - 1);
      sum += 1 / (rate - replicas * load);
    }
    return MEAN_MS * sum;
  }

  private static long binomial(int of, int taken) {
    long result = 1;
    for (int i = 1; i <= taken; i++) {
      result = result * (of - taken + i) / i;
    }
    return result;
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 0.7", "5, 3, 0.4"})
  void redundantCopiesWithExponentialServiceHaveTheClosedForm(
      int replicas, int copies, double load) {
    assertClosedForm(replicas, copies, load);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"3, 3, 0.5", "3, 2, 0.6", "5, 2, 0.7"})
  void onOtherReplicasTheyHaveItToo(int replicas, int copies, double load) {
    assertClosedForm(replicas, copies, load);
  }

  private static void assertClosedForm(int replicas, int copies, double load) {
    ReplicaResult outcome = run(redundant(replicas, copies), load, EXPONENTIAL);
    assertThat(outcome.meanMillis())
        .isCloseTo(redundancyMeanMs(replicas, copies, load), withinPercentage(3));
    assertThat(outcome.reissueFraction()).isEqualTo(copies - 1);
  }

  @Test
  void copiesOnAllReplicasAreOneFasterServer() {
    int replicas = 3;
    double load = 0.6;
    ReplicaResult outcome = run(redundant(replicas, replicas), load, EXPONENTIAL);
    double meanMs = MEAN_MS / (replicas * (1 - load));
    assertThat(outcome.meanMillis()).isCloseTo(meanMs, withinPercentage(3));
    assertThat(outcome.percentileMillis(99)).isCloseTo(meanMs * Math.log(100), withinPercentage(5));
    // All copies compute until the first answer, so the work of the others is lost.
    assertThat(outcome.utilisation()).isCloseTo(load, withinPercentage(2));
  }

  /**
   * Returns the mean latency of two servers with exponential service where each request joins the
   * shorter queue: the Markov chain of both lengths, iterated to convergence.
   */
  private static double shortestOfTwoMeanMs(double load) {
    int most = 40;
    double arrival = 2 * load;
    double step = 1 / (arrival + 2);
    double[][] now = new double[most + 1][most + 1];
    now[0][0] = 1;
    for (int round = 0; round < 20_000; round++) {
      double[][] next = new double[most + 1][most + 1];
      for (int a = 0; a <= most; a++) {
        for (int b = 0; b <= most; b++) {
          double p = now[a][b] * step;
          double toFirst = a < b ? 1 : a == b ? 0.5 : 0;
          next[Math.min(a + 1, most)][b] += p * arrival * toFirst;
          next[a][Math.min(b + 1, most)] += p * arrival * (1 - toFirst);
          next[Math.max(a - 1, 0)][b] += p;
          next[a][Math.max(b - 1, 0)] += p;
        }
      }
      now = next;
    }
    double inSystem = 0;
    for (int a = 0; a <= most; a++) {
      for (int b = 0; b <= most; b++) {
        inSystem += (a + b) * now[a][b];
      }
    }
    return MEAN_MS * inSystem / arrival;
  }

  @Test
  void shorterOfTwoQueuesAgreesWithItsMarkovChain() {
    double load = 0.7;
    double expectedMs = shortestOfTwoMeanMs(load);
    var simulations = new ArrayList<ReplicaSimulation>();
    simulations.add(ReplicaSimulation.of(Replicas.of(2, 1), ReplicaChoice.SHORTEST_QUEUE));
    // Two choices of two replicas are the same.
    simulations.add(ReplicaSimulation.of(Replicas.of(2, 1), ReplicaChoice.TWO_CHOICES));
    for (ReplicaSimulation simulation : simulations) {
      assertThat(run(simulation, load, EXPONENTIAL).meanMillis())
          .as(simulation.choice().name())
          .isCloseTo(expectedMs, withinPercentage(2));
    }
  }

  @Test
  void pausesHaveTheirShareOfTheTime() {
    ReplicaSimulation simulation =
        randomly(Replicas.of(3, 1).pausing(ReplicaPauses.independent(0.2, 50)));
    // At full load, the time without service is pauses.
    var serviceTimes = EXPONENTIAL;
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new PoissonArrivals(1.5 * simulation.perSecond(1, serviceTimes)),
            serviceTimes,
            REQUESTS,
            SEED);
    ReplicaResult outcome = simulation.run(trace);
    assertThat(outcome.utilisation()).isCloseTo(0.8, withinPercentage(1));
    assertThat(outcome.keptUp()).isFalse();
  }
}
