package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.benchkit.replicas.ReplicaNoise.Slowness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every policy on real servers; the tests check counts, not speed. */
class ReplicaBlockTest {
  private static final int REQUESTS = 300;
  private static final double BUDGET = 0.1;

  private static ReplicaSetting setting(ReplicaPolicy policy, List<ReplicaNoise> noise) {
    ReplicaSetting plain = ReplicaSettings.of(2, 0.4, REQUESTS, 1, policy);
    return new ReplicaSetting(
        plain.times(),
        plain.planning(),
        plain.capacityPerSecond(),
        3,
        2,
        noise,
        FirstReplica.RANDOM,
        plain.contenders(),
        plain.loads(),
        99,
        REQUESTS,
        1,
        1);
  }

  private record Served(ReplicaOutcome outcome, List<ReplicaServer.Tally> tallies) {
    long arrived() {
      return tallies.stream().mapToLong(ReplicaServer.Tally::arrived).sum();
    }

    long ended() {
      return tallies.stream().mapToLong(tally -> tally.answered() + tally.cancelled()).sum();
    }
  }

  private static Served serve(ReplicaSetting setting) throws Exception {
    return serve(setting, 0.4);
  }

  private static Served serve(ReplicaSetting setting, double load) throws Exception {
    ReplicaContender contender = setting.contenders().getFirst();
    var plans = new HedgePlans(setting);
    try (var replicas = LiveReplicas.start(3, setting.slots());
        var client = new ReplicaClient(replicas.addresses());
        Sender sender = plans.start(contender, client, setting.perSecond(load))) {
      var trace = LiveTrace.draw(setting, REQUESTS, setting.perSecond(load), 11);
      ReplicaOutcome outcome = new ReplicaBlock(replicas, sender, trace).run().orElseThrow();
      return new Served(outcome, idle(replicas));
    }
  }

  /** Waits for idle replicas: a cancelled copy may arrive after the last answer. */
  private static List<ReplicaServer.Tally> idle(LiveReplicas replicas) throws Exception {
    List<ReplicaServer.Tally> tallies = replicas.tallies();
    while (tallies.stream().anyMatch(tally -> tally.inside() > 0)) {
      assertThat(replicas.endDisturbances(TimeUnit.SECONDS.toNanos(10))).isTrue();
      tallies = replicas.tallies();
    }
    return tallies;
  }

  @ParameterizedTest
  @EnumSource(ReplicaPolicy.class)
  void everyRequestIsAnsweredAndNoReplicaServesMoreThanItsSlots(ReplicaPolicy policy)
      throws Exception {
    Served served = serve(setting(policy, List.of(new Pauses(0.1, 40))));
    ReplicaOutcome outcome = served.outcome();

    assertThat(outcome.failed()).as("%s", outcome.block().failure()).isZero();
    assertThat(outcome.latencyMs()).hasSize(REQUESTS - 2 * REQUESTS / 20);
    for (double ms : outcome.latencyMs()) {
      assertThat(ms).isGreaterThan(1);
    }
    long sent = outcome.copies().sent();
    assertThat(outcome.won()).isLessThanOrEqualTo((int) sent);
    // A copy may be cancelled before it arrives.
    assertThat(served.arrived()).isBetween((long) REQUESTS, REQUESTS + sent);
    assertThat(served.ended()).isEqualTo(served.arrived());
    assertThat(served.tallies()).allMatch(tally -> tally.mostServing() <= 2 && tally.inside() == 0);
    if (policy.isBudgeted()) {
      assertThat((double) sent).isLessThanOrEqualTo(BUDGET * REQUESTS);
    }
  }

  @Test
  void withoutHedgingEachRequestArrivesOnceAndIsHeldForItsTime() throws Exception {
    Served served = serve(setting(ReplicaPolicy.NONE, List.of()));

    assertThat(served.arrived()).isEqualTo(REQUESTS);
    assertThat(served.tallies()).allMatch(tally -> tally.cancelled() == 0);
    assertThat(served.outcome().copies()).isEqualTo(SentCopies.NONE);
    for (double ms : served.outcome().beyondMs()) {
      assertThat(ms).isGreaterThan(-1e-3);
    }
  }

  @Test
  void hedgingReallySendsCopiesAndSomeOfThemAnswerFirst() throws Exception {
    Served served = serve(setting(ReplicaPolicy.HEDGE_P95, List.of(new Pauses(0.3, 60))));

    assertThat(served.outcome().copies().sent()).isPositive();
    assertThat(served.outcome().won()).isPositive();
    assertThat(served.outcome().reissueFraction())
        .isCloseTo((double) served.outcome().copies().sent() / REQUESTS, within(1e-12));
  }

  /**
   * Copies add load, load makes requests slow, and slow requests have copies (scylladb#3156). A
   * tenth of the budget stays in use, so that the policy notices when copies are fast again.
   */
  @ParameterizedTest
  @EnumSource(names = {"SINGLE_D", "SINGLE_R"})
  void whenAllReplicasAreSlowAtOnceTheLoadGuardStopsCopies(ReplicaPolicy policy) throws Exception {
    SentCopies guarded = serve(allSlow(policy), 0.95).outcome().copies();

    assertThat(guarded.sent()).as("%s", guarded).isLessThanOrEqualTo(REQUESTS / 100);
    assertThat(guarded.overLoad() + guarded.tooEarly())
        .as("%s", guarded)
        .isGreaterThan(REQUESTS / 2);
  }

  @Test
  void whenAllReplicasAreSlowAtOnceWhoHasNoGuardSendsMostRequestsTwice() throws Exception {
    SentCopies unguarded = serve(allSlow(ReplicaPolicy.HEDGE_P95), 0.95).outcome().copies();

    assertThat(unguarded.sent()).isGreaterThan(REQUESTS / 2);
  }

  /**
   * Returns a setting whose plan sends copies after 4 ms, and uses the whole budget: 5 % of the
   * requests.
   */
  private static ReplicaSetting allSlow(ReplicaPolicy policy) {
    ReplicaSetting plain = setting(policy, List.of(new Slowness(1, 1000, 3)));
    return new ReplicaSetting(
        plain.times(),
        plain.planning(),
        plain.capacityPerSecond(),
        plain.replicas(),
        plain.slots(),
        plain.noise(),
        plain.choice(),
        ReplicaContender.of(List.of(policy), List.of(0.05)),
        plain.loads(),
        plain.percentile(),
        plain.requestsPerBlock(),
        plain.blocks(),
        plain.seed());
  }
}
