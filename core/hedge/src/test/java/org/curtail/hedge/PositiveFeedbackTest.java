package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scylla's speculative retries when all replicas were slow at once (scylladb/scylladb#3156): each
 * slow read was sent again, so replicas became even slower. The test has three replicas with 5 ms
 * on average, busy for 40 % of the time. Hedges are due after 40 ms; 1 % of the calls last longer.
 */
class PositiveFeedbackTest {
  private static final int REPLICAS = 3;
  private static final double MEAN_MILLIS = 5;
  private static final double LOAD = 0.4;

  /** A budget that is no protection: every call may be hedged. */
  private static HedgeSetup setup() {
    var plan = new ReissuePlan(new ReissueGoal(99, 1), ReissuePolicy.singleD(40), 0.01, 40, 42, 38);
    return Hedge.of(plan).budget(HedgeBudget.of(1, 100_000));
  }

  /** Returns the hedges per call in a period, after a good minute. */
  private static double hedgedShare(
      SteppedHedge stepped, SimulatedReplicas replicas, double seconds) {
    HedgeMetrics.Counts before = stepped.hedge.metrics().counts();
    replicas.run(seconds, LOAD);
    HedgeMetrics.Counts after = stepped.hedge.metrics().counts();
    return (double) (after.hedges() - before.hedges()) / (after.calls() - before.calls());
  }

  private static SimulatedReplicas replicas(SteppedHedge stepped, long seed) {
    return new SimulatedReplicas(stepped, new SplittableRandom(seed), REPLICAS, MEAN_MILLIS);
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(1, 3));
  }

  static LongStream manySeeds() {
    return LongStream.rangeClosed(1, Cases.count(3, 8));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void hedgesStopWhileAllReplicasAreSlowAndReturnAfterwards(long seed) {
    SteppedHedge stepped = new SteppedHedge(setup());
    SimulatedReplicas replicas = replicas(stepped, seed);
    double before = hedgedShare(stepped, replicas, 60);
    assertThat(before).as("hedges per call at usual times, seed %d", seed).isBetween(0.002, 0.05);
    replicas.slowness(replica -> 4);
    // The first moments of slowness are left out.
    hedgedShare(stepped, replicas, 2);
    double slow = hedgedShare(stepped, replicas, 28);
    assertThat(slow).as("hedges per call when all are slow, seed %d", seed).isLessThan(0.005);
    assertThat(stepped.hedge.explain()).contains("hedges");
    assertThat(stepped.hedge.metrics().counts().suppressed(HedgeListener.SuppressedBy.LOAD))
        .isGreaterThan(1_000);
    replicas.slowness(replica -> 1);
    hedgedShare(stepped, replicas, 90);
    double after = hedgedShare(stepped, replicas, 60);
    assertThat(after).as("hedges per call afterwards, seed %d", seed).isBetween(0.002, 0.05);
  }

  /**
   * Tokens saved in good times are for one slow replica: a hundred copies at once would make slow
   * replicas slower. The first moments count here.
   */
  @ParameterizedTest
  @MethodSource("manySeeds")
  void savedTokensAreKeptWhenAllReplicasBecomeSlow(long seed) {
    var plan =
        new ReissuePlan(new ReissueGoal(99, 0.02), ReissuePolicy.singleD(40), 0.01, 40, 42, 38);
    SteppedHedge stepped = new SteppedHedge(Hedge.of(plan));
    SimulatedReplicas replicas = replicas(stepped, seed);
    hedgedShare(stepped, replicas, 120);
    assertThat(stepped.hedge.metrics().gauges().tokens()).as("saved tokens").isGreaterThan(90);
    HedgeMetrics before = stepped.hedge.metrics();
    replicas.slowness(replica -> 4);
    double slow = hedgedShare(stepped, replicas, 10);
    HedgeMetrics.Counts counts = stepped.hedge.metrics().since(before).counts();
    assertThat(slow).as("hedges per call, seed %d", seed).isLessThanOrEqualTo(0.01);
    assertThat(counts.suppressed(HedgeListener.SuppressedBy.LOAD))
        .as("kept back, seed %d", seed)
        .isGreaterThan(counts.calls() / 2);
  }

  /** Without the guard the failure occurs, so the test above proves something. */
  @ParameterizedTest
  @MethodSource("seeds")
  void nearlyEveryCallIsSentTwiceWithoutTheGuard(long seed) {
    SteppedHedge stepped = new SteppedHedge(setup().unguarded());
    SimulatedReplicas replicas = replicas(stepped, seed);
    hedgedShare(stepped, replicas, 60);
    replicas.slowness(replica -> 4);
    hedgedShare(stepped, replicas, 2);
    double slow = hedgedShare(stepped, replicas, 28);
    assertThat(slow).as("hedges per call when all are slow, seed %d", seed).isGreaterThan(0.8);
  }

  /** The load rises slowly, and not every call is slow. */
  @ParameterizedTest
  @MethodSource("seeds")
  void hedgesFallToNearlyNoneAtHighLoad(long seed) {
    SteppedHedge stepped = new SteppedHedge(setup());
    SimulatedReplicas replicas = replicas(stepped, seed);
    hedgedShare(stepped, replicas, 60);
    replicas.run(20, 0.95);
    HedgeMetrics.Counts before = stepped.hedge.metrics().counts();
    replicas.run(60, 0.95);
    HedgeMetrics.Counts after = stepped.hedge.metrics().counts();
    double share = (double) (after.hedges() - before.hedges()) / (after.calls() - before.calls());
    long late =
        after.suppressed(HedgeListener.SuppressedBy.LOAD)
            - before.suppressed(HedgeListener.SuppressedBy.LOAD);
    assertThat(late).as("calls that were late, seed %d", seed).isGreaterThan(1_000);
    // Here the trickle is a tenth of a budget of all calls.
    assertThat(share).as("hedges per call at high load, seed %d", seed).isLessThan(0.12);
  }

  @Test
  void hedgesGoOnWhenOneReplicaIsSlow() {
    SteppedHedge stepped = new SteppedHedge(setup());
    SimulatedReplicas replicas = replicas(stepped, 7);
    hedgedShare(stepped, replicas, 60);
    replicas.slowness(replica -> replica == 1 ? 4 : 1);
    hedgedShare(stepped, replicas, 10);
    double slow = hedgedShare(stepped, replicas, 20);
    assertThat(slow).as("hedges per call when one replica is slow").isGreaterThan(0.2);
  }

  /** The purpose of saved tokens: one slow replica. */
  @ParameterizedTest
  @MethodSource("seeds")
  void savedTokensAreSpentWhenOneReplicaPauses(long seed) {
    var plan =
        new ReissuePlan(new ReissueGoal(99, 0.02), ReissuePolicy.singleD(40), 0.01, 40, 42, 38);
    SteppedHedge stepped = new SteppedHedge(Hedge.of(plan));
    SimulatedReplicas replicas = replicas(stepped, seed);
    hedgedShare(stepped, replicas, 120);
    HedgeMetrics before = stepped.hedge.metrics();
    replicas.slowness(replica -> replica == 1 ? 200 : 1);
    hedgedShare(stepped, replicas, 1);
    HedgeMetrics.Counts counts = stepped.hedge.metrics().since(before).counts();
    // A third of the calls uses the slow replica, and nearly all of these are late.
    assertThat(counts.hedges())
        .as("hedges of %d calls, seed %d", counts.calls(), seed)
        .isGreaterThan(counts.calls() / 5);
  }

  @Test
  void hedgesFallToNearlyNoneWhenAttemptsFail() {
    SteppedHedge stepped = new SteppedHedge(setup());
    SimulatedReplicas replicas = replicas(stepped, 1);
    hedgedShare(stepped, replicas, 60);
    for (int i = 0; i < 2_000; i++) {
      stepped.hedge.call(
          attempt -> java.util.concurrent.CompletableFuture.failedFuture(new Exception("down")));
    }
    stepped.watch();
    assertThat(hedgedShare(stepped, replicas, 0.9)).isZero();
    assertThat(stepped.hedge.explain()).contains("of the attempts fail");
  }
}
