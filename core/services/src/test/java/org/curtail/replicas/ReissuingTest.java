package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.ReplicaSimulation.FanOut;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.RecordedArrivals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small cases by hand, and exact consequences without queues. */
class ReissuingTest {
  private static final ReplicaSimulation TWO =
      ReplicaSimulation.of(Replicas.of(2, 1), ReplicaChoice.ROUND_ROBIN);

  private static ReplicaTrace trace(double[] firstMs, double[] secondMs, Double... arrivalsMs) {
    return ReplicaTrace.draw(
        new RecordedArrivals(List.of(arrivalsMs)),
        ServiceTimes.paired(firstMs, secondMs),
        arrivalsMs.length,
        1);
  }

  private static ReplicaTrace trace(double firstMs, double secondMs, Double... arrivalsMs) {
    return trace(new double[] {firstMs}, new double[] {secondMs}, arrivalsMs);
  }

  @Test
  void copyAnswersIfItIsFaster() {
    ReplicaResult result = TWO.reissuing(ReissuePolicy.singleD(10)).run(trace(100, 20, 5.0));
    assertThat(result.latencyMillis(0)).isEqualTo(30);
    assertThat(result.winner(0)).isEqualTo(1);
    assertThat(result.observed().firstMillis()).containsExactly(100);
    assertThat(result.observed().pairedSecondMillis()).containsExactly(20);
    assertThat(result.observed().delayMillis(0)).isEqualTo(10);
    assertThat(result.wastedShare()).isCloseTo(100 / 120.0, within(1e-9));
  }

  @Test
  void requestAnsweredAtTheDelayGetsNoCopy() {
    ReplicaResult result = TWO.reissuing(ReissuePolicy.singleD(10)).run(trace(10, 20, 0.1));
    assertThat(result.attempts(0)).isEqualTo(1);
    assertThat(result.observed().hasSecond(0)).isFalse();
  }

  @Test
  void cancelledLosersFreeTheirSlotAfterDelayAndCost() {
    // The copy answers at 30 ms. The slot of the original is free at once, or at 30 + 4 + 2 ms.
    ReplicaTrace trace = trace(100, 20, 0.0, 1.0, 2.0);
    ReplicaSimulation hedged = TWO.reissuing(ReissuePolicy.singleR(10, 1));
    ReplicaTrace one = trace(100, 20, 0.0);
    assertThat(hedged.run(one).servedMillis()).isEqualTo(120);
    assertThat(hedged.cancelling(Cancellation.AT_ONCE).run(one).servedMillis())
        .isCloseTo(30 + 20, within(1e-9));
    ReplicaResult late = hedged.cancelling(new Cancellation.WhenAnswered(4, 2)).run(one);
    assertThat(late.servedMillis()).isCloseTo(36 + 20, within(1e-9));
    assertThat(late.observed().firstCancelled(0)).isTrue();
    assertThat(late.observed().firstMillis(0)).isEqualTo(34);
    assertThat(late.observed().firstMillis()).isEmpty();
    // Stopping costs at most the remaining time.
    assertThat(hedged.cancelling(new Cancellation.WhenAnswered(0, 500)).run(one).servedMillis())
        .isCloseTo(120, within(1e-9));
    assertThat(hedged.run(trace).latenciesMillis()).hasSize(3);
  }

  @Test
  void tiedCopiesLeaveTheOtherQueueWhenTheyStart() {
    // Both replicas are busy until 10 and 11 ms, so both copies of the third request wait.
    ReplicaTrace trace = trace(10, 10, 0.0, 1.0, 2.0);
    ReplicaSimulation tied = TWO.reissuing(new Reissuing.Tied(0));
    ReplicaResult result = tied.run(trace);
    assertThat(result.latenciesMillis()).containsExactly(10, 10, 18);
    assertThat(result.servedMillis()).isEqualTo(30);
    assertThat(result.reissueFraction()).isEqualTo(1);
    // The message needs 2 ms, so the second copy also starts.
    ReplicaResult slow = TWO.reissuing(new Reissuing.Tied(2)).run(trace);
    assertThat(slow.latenciesMillis()).containsExactly(10, 10, 18);
    assertThat(slow.servedMillis()).isEqualTo(40);
  }

  @Test
  void emptyBucketSuppressesCopies() {
    ReplicaSimulation hedged =
        TWO.reissuing(ReissuePolicy.singleD(0)).within(new CopyBudget.TokenBucket(0.5, 1));
    ReplicaResult result = hedged.run(trace(1, 1, 0.0, 10.0, 20.0, 30.0, 40.0));
    assertThat(IntStream.range(0, 5).map(result::attempts)).containsExactly(2, 1, 2, 1, 2);
    assertThat(result.suppressed()).isEqualTo(2);
  }

  @Test
  void requestWaitsForTheNeededShards() {
    double[] times = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    ReplicaTrace trace =
        ReplicaTrace.draw(new PoissonArrivals(100), ServiceTimes.independent(times), 500, 7);
    for (FanOut fanOut : List.of(new FanOut(8, 1), new FanOut(8, 0.5))) {
      ReplicaSimulation simulation =
          ReplicaSimulation.of(Replicas.withoutQueues(3), ReplicaChoice.RANDOM).asking(fanOut);
      ReplicaResult result = simulation.run(trace);
      for (int request = 0; request < trace.size(); request++) {
        double[] ofShards =
            IntStream.range(request * 8, request * 8 + 8)
                .mapToDouble(call -> trace.serviceMillis(call, 0))
                .sorted()
                .toArray();
        assertThat(result.latencyMillis(request))
            .isCloseTo(ofShards[fanOut.needed() - 1], within(1e-6));
      }
    }
  }

  @Test
  void eachShardHasItsOwnCopies() {
    double[] times = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    ReplicaTrace trace =
        ReplicaTrace.draw(new PoissonArrivals(100), ServiceTimes.independent(times), 2000, 7);
    ReplicaSimulation simulation =
        ReplicaSimulation.of(Replicas.withoutQueues(3), ReplicaChoice.RANDOM)
            .asking(new FanOut(10, 1))
            .reissuing(ReissuePolicy.singleD(90));
    ReplicaResult result = simulation.run(trace);
    assertThat(result.calls()).isEqualTo(20_000);
    // One call in ten lasts longer than 90 ms, independently of other shards.
    assertThat(result.reissueFraction()).isCloseTo(0.1, withinPercentage(6));
  }

  /** Without queues, a copy changes only its own request. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 1})
  void fasterAttemptDecidesWithoutQueues(double probability) {
    double[] times = IntStream.rangeClosed(1, 1000).mapToDouble(i -> 1000.0 / i).toArray();
    double delayMs = 4;
    ReplicaTrace trace =
        ReplicaTrace.draw(new PoissonArrivals(50), ServiceTimes.independent(times), 20_000, 3);
    ReplicaResult result =
        ReplicaSimulation.of(Replicas.withoutQueues(2), ReplicaChoice.RANDOM)
            .reissuing(ReissuePolicy.singleR(delayMs, probability))
            .run(trace);
    int late = 0;
    int copies = 0;
    for (int i = 0; i < trace.size(); i++) {
      double first = trace.serviceMillis(i, 0);
      boolean copied = result.attempts(i) == 2;
      late += first > delayMs ? 1 : 0;
      copies += copied ? 1 : 0;
      double sooner = copied ? Math.min(first, delayMs + trace.serviceMillis(i, 1)) : first;
      assertThat(result.latencyMillis(i)).as("request %d", i).isCloseTo(sooner, within(1e-6));
      assertThat(copied && first <= delayMs).as("sent again though answered").isFalse();
    }
    double deviation = Math.sqrt(late * probability * (1 - probability));
    assertThat((double) copies).isCloseTo(late * probability, within(4 * deviation + 1e-9));
  }

  @Test
  void hedgingAtThe95thPercentileCopiesAFewPercent() {
    double[] times = IntStream.rangeClosed(1, 1000).mapToDouble(i -> 1000.0 / i).toArray();
    ReplicaTrace trace =
        ReplicaTrace.draw(new PoissonArrivals(50), ServiceTimes.independent(times), 50_000, 3);
    ReplicaResult result =
        ReplicaSimulation.of(Replicas.withoutQueues(2), ReplicaChoice.RANDOM)
            .reissuing(Reissuing.HEDGE_AT_P95)
            .run(trace);
    assertThat(result.afterWarmUp(1000).reissueFraction()).isCloseTo(0.05, within(0.006));
    assertThat(IntStream.range(0, 900).map(result::attempts)).containsOnly(1);
  }

  @Test
  void replicasPauseInTurnOneAtATime() {
    var paused = new ArrayList<Integer>();
    ReplicaObserver observer =
        new ReplicaObserver() {
          @Override
          public void settled(List<Server> servers, double nowMillis) {
            paused.add((int) servers.stream().filter(Server::isPaused).count());
          }
        };
    ReplicaSimulation simulation =
        ReplicaSimulation.of(
            Replicas.of(4, 1).pausing(new ReplicaPauses(0.2, 20, false, true)),
            ReplicaChoice.RANDOM);
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new PoissonArrivals(20), ServiceTimes.independent(new double[] {1}), 5000, 1);
    simulation.run(trace, observer);
    assertThat(paused).contains(0, 1).doesNotContain(2, 3, 4);
  }
}
