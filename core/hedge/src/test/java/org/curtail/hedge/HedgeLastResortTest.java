package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

/** The last resort of calls that were left out or refused, on a clock under the test's control. */
class HedgeLastResortTest {
  /** Returns the times of a call's attempts, in ms; none is ever answered. */
  private static List<Double> hanging(SteppedHedge stepped, Object replica) {
    var sent = new ArrayList<Double>();
    double begun = stepped.millis();
    stepped.hedge.call(attempt -> {
      attempt.replica(attempt.number() == 0 ? replica : "other");
      sent.add((double) Math.round(stepped.millis() - begun));
      return new CompletableFuture<>();
    });
    return sent;
  }

  /** Sends calls of 4 to 8 ms, one each 10 ms, at two replicas. */
  private static void answered(SteppedHedge stepped, int calls) {
    for (int i = 0; i < calls; i++) {
      var answer = new CompletableFuture<String>();
      String replica = i % 2 == 0 ? "one" : "two";
      stepped.hedge.call(attempt -> {
        attempt.replica(replica);
        return answer;
      });
      stepped.pass(4 + i % 5);
      answer.complete("answer");
      stepped.pass(6 - i % 5);
      if (i % 100 == 99) {
        stepped.watch();
      }
    }
  }

  @Test
  void callLeftOutByChanceGetsACopyAfterTenDelays() {
    try (var stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleR(20, 0)).lastResort(10))) {
      List<Double> sent = hanging(stepped, "one");
      stepped.pass(199);
      assertThat(sent).containsExactly(0.0);
      stepped.pass(10_000);
      assertThat(sent).containsExactly(0.0, 200.0);
      assertThat(stepped.hedge.explain()).contains("last resort: ").contains(" 200 ms ");
    }
  }

  @Test
  void callWithACopyGetsNoLastResort() {
    try (var stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleR(20, 1)).lastResort(10))) {
      List<Double> sent = hanging(stepped, "one");
      stepped.pass(10_000);
      assertThat(sent).containsExactly(0.0, 20.0);
    }
  }

  /** The plan allows a third attempt, but chance has left it out. */
  @Test
  void callWithACopyGetsNoLastResortThoughThePlanHasTwoCopies() {
    var policy = new ReissuePolicy(List.of(new Reissue(20, 1), new Reissue(30, 0)));
    try (var stepped = new SteppedHedge(SteppedHedge.generously(policy).lastResort(10))) {
      List<Double> sent = hanging(stepped, "one");
      stepped.pass(10_000);
      assertThat(sent).containsExactly(0.0, 20.0);
    }
  }

  @Test
  void callWithACopyDoesNotWaitForALastResort() {
    try (var stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleR(20, 0)).lastResort(10))) {
      List<Double> sent = hanging(stepped, "one");
      assertThat(stepped.step()).isEqualTo(200_000_000);
      stepped.pass(200);
      assertThat(sent).hasSize(2);
      assertThat(stepped.step()).isEqualTo(HedgeTimer.NEVER);
      assertThat(stepped.hedge.parts().timer.waiting()).isZero();
    }
  }

  @Test
  void refusedCallTriesAgainAfterTwiceTheTime() {
    HedgeBudget budget = HedgeBudget.of(0.5, 1);
    try (var stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleD(10)).budget(budget).leastSamples(0).lastResort(10))) {
      List<Double> sent = hanging(stepped, "one");
      stepped.pass(350);
      assertThat(sent).containsExactly(0.0);
      assertThat(stepped.hedge.metrics().counts().suppressed(HedgeListener.SuppressedBy.BUDGET))
          .isEqualTo(3);
      stepped.hedge.call(attempt -> CompletableFuture.completedFuture("earns the other half"));
      stepped.pass(49);
      assertThat(sent).containsExactly(0.0);
      stepped.pass(1);
      assertThat(sent).containsExactly(0.0, 400.0);
    }
  }

  @Test
  void callsAtAHangingReplicaGetCopiesWithoutAUsefulPlan() {
    try (var stepped =
        new SteppedHedge(
            Hedge.adaptive(new ReissueGoal(90, 0.1)).leastSamples(100).lastResort(10))) {
      answered(stepped, 1_000);
      assertThat(stepped.hedge.policy()).isEqualTo(ReissuePolicy.NONE);
      var hung = new ArrayList<List<Double>>();
      for (int i = 0; i < 10; i++) {
        hung.add(hanging(stepped, "one"));
        answered(stepped, 100);
      }
      assertThat(hung).allSatisfy(sent -> assertThat(sent).hasSize(2));
    }
  }

  @Test
  void fewCopiesAreSentWhileAllReplicasHang() {
    try (var stepped =
        new SteppedHedge(
            Hedge.adaptive(new ReissueGoal(90, 0.1)).leastSamples(100).lastResort(10))) {
      answered(stepped, 2_000);
      assertThat(stepped.hedge.metrics().gauges().tokens()).isEqualTo(100);
      var hung = new ArrayList<List<Double>>();
      for (int i = 0; i < 200; i++) {
        hung.add(hanging(stepped, i % 2 == 0 ? "one" : "two"));
        stepped.pass(10);
      }
      stepped.pass(10_000);
      assertThat(hung.stream().filter(sent -> sent.size() > 1).count()).isBetween(1L, 50L);
    }
  }

  @Test
  void callLeftOutByChanceWaitsWithoutALastResort() {
    try (var stepped = SteppedHedge.generous(ReissuePolicy.singleR(20, 0))) {
      List<Double> sent = hanging(stepped, "one");
      stepped.pass(100_000);
      assertThat(sent).containsExactly(0.0);
      assertThat(stepped.hedge.explain()).doesNotContain("last resort");
    }
  }

  @Test
  void closedHedgeSendsNoLastResort() {
    try (var stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleR(20, 0)).lastResort(10))) {
      List<Double> sent = hanging(stepped, "one");
      stepped.step();
      stepped.hedge.close();
      stepped.hedge.parts().timer.close();
      stepped.pass(10_000);
      assertThat(sent).containsExactly(0.0);
    }
  }

  @Test
  void lastResortIsAtLeastTheDelay() {
    HedgeSetup setup = Hedge.of(ReissuePolicy.singleD(10));
    for (double times : new double[] {0.9, -1, Double.NaN, 1_001}) {
      assertThatThrownBy(() -> setup.lastResort(times))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lastResort");
    }
  }
}
