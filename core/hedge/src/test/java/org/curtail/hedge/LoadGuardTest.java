package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.LateCalls;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** The part of the guard that reacts at once. */
class LoadGuardTest {
  private static LoadGuard after(double planned, double lateShare, int calls, long seed) {
    var guard = new LoadGuard(planned, 0.02);
    var random = new java.util.SplittableRandom(seed);
    for (int i = 0; i < calls; i++) {
      if (random.nextDouble() < lateShare) {
        guard.late(null);
      } else {
        guard.answered(1);
      }
      guard.evaluate();
    }
    return guard;
  }

  @Test
  void guardIsOpenAtFirst() {
    assertThat(new LoadGuard(-1, 0.02).evaluate().open()).isEqualTo(1);
    assertThat(new LoadGuard(0.02, 0.02).state().open()).isEqualTo(1);
  }

  @Test
  void guardClosesWithinAboutAHundredLateCalls() {
    LoadGuard guard = after(0.02, 0.02, 10_000, 1);
    int calls = 0;
    while (guard.evaluate().open() > 0) {
      guard.late(null);
      calls++;
    }
    assertThat(calls).isBetween(60, 130);
    for (int i = 0; i < 64; i++) {
      guard.answered(1);
    }
    assertThat(guard.evaluate().open()).isEqualTo(1);
  }

  @Test
  void oneSlowReplicaOfTwoOrThreeDoesNotCloseTheGuard() {
    Cases.random(
        1,
        100,
        random -> {
          double late = (random.nextBoolean() ? 1.0 / 2 : 1.0 / 3) + 0.02 * random.nextDouble();
          LoadGuard guard = after(0.02, 0.02, 1_000, random.nextLong());
          double sum = 0;
          for (int i = 0; i < 5_000; i++) {
            if (random.nextDouble() < late) {
              guard.late(null);
            } else {
              guard.answered(1);
            }
            sum += guard.evaluate().open();
          }
          assertThat(sum / 5_000).as("open on average").isGreaterThan(0.97);
        });
  }

  @Test
  void guardStaysOpenIfMostCallsAreHedgedByPlan() {
    assertThat(after(1, 1, 1_000, 1).evaluate().open()).isEqualTo(1);
    assertThat(after(0.7, 0.95, 1_000, 1).evaluate().open()).isEqualTo(1);
    // There is no plan, but the share was so from the beginning.
    assertThat(after(-1, 0.9, 1_000, 1).evaluate().open()).isEqualTo(1);
  }

  @Test
  void manyAnswersAtOnceCountAsOneAfterTheOther() {
    LoadGuard one = after(-1, 0.3, 500, 3);
    LoadGuard other = after(-1, 0.3, 500, 3);
    for (int i = 0; i < 37; i++) {
      one.answered(1);
    }
    other.answered(37);
    assertThat(other.evaluate().recentShare())
        .isCloseTo(one.evaluate().recentShare(), org.assertj.core.api.Assertions.within(1e-12));
  }

  @Test
  void lowerLimitOfGuardAndWatchCounts() {
    LoadGuard guard = after(0.02, 0.02, 1_000, 1);
    guard.judged(0.25, false);
    assertThat(guard.evaluate().open()).isEqualTo(0.25);
    assertThat(guard.state().recentOpen()).isEqualTo(1);
    guard.judged(1, false);
    assertThat(guard.evaluate().open()).isEqualTo(1);
  }

  /** A dozen late calls at several replicas are enough evidence; their number alone is not. */
  @Test
  void fewLateCallsAtAllReplicasLeaveATrickle() {
    Cases.random(
        1,
        200,
        random -> {
          int replicas = 2 + random.nextInt(9);
          double late = 0.2 + 0.8 * random.nextDouble();
          LoadGuard guard = after(0.02, 0.02, 5_000, random.nextLong());
          int lateCalls = 0;
          while (guard.evaluate().recentOpen() == 1) {
            if (random.nextDouble() < late) {
              guard.late(random.nextInt(replicas));
              lateCalls++;
            } else {
              guard.answered(1);
            }
          }
          assertThat(lateCalls)
              .as("late calls, %d replicas, %s of the calls late", replicas, late)
              .isLessThan(40);
          LoadGuard.State state = guard.state();
          assertThat(state.recentOpen() * state.recentShare()).isLessThan(0.1 * 0.02 + 1e-12);
        });
  }

  @Test
  void nearlyAllCallsLateLeaveATrickleWithoutReplicas() {
    LoadGuard guard = after(0.02, 0.02, 5_000, 1);
    int calls = 0;
    while (guard.evaluate().recentOpen() == 1) {
      guard.late(null);
      calls++;
    }
    assertThat(calls).isBetween(8, 15);
  }

  @Test
  void lateCallsAtOneReplicaLeaveTheGuardOpen() {
    Cases.random(
        1,
        100,
        random -> {
          int replicas = 2 + random.nextInt(9);
          int slow = random.nextInt(replicas);
          LoadGuard guard = after(0.02, 0.02, 1_000, random.nextLong());
          double sum = 0;
          for (int i = 0; i < 5_000; i++) {
            int replica = random.nextInt(replicas);
            if (random.nextDouble() < (replica == slow ? 0.95 : 0.02)) {
              guard.late(replica);
            } else {
              guard.answered(1);
            }
            sum += guard.evaluate().open();
          }
          assertThat(sum / 5_000).as("open, %d replicas", replicas).isGreaterThan(0.97);
        });
  }

  @Test
  void usualShareOfLateCallsLeavesTheGuardOpen() {
    Cases.random(
        1,
        100,
        random -> {
          double usual = 0.01 + 0.3 * random.nextDouble();
          var guard = new LoadGuard(random.nextBoolean() ? usual : -1, 0.02);
          double sum = 0;
          for (int i = 0; i < 20_000; i++) {
            if (random.nextDouble() < usual) {
              guard.late(random.nextInt(3));
            } else {
              guard.answered(1);
            }
            sum += guard.evaluate().open();
          }
          assertThat(sum / 20_000).as("open where %s is usual", usual).isGreaterThan(0.99);
        });
  }

  @Test
  void watchDecidesOnceItHasJudged() {
    LoadGuard guard = after(0.02, 0.02, 1_000, 1);
    // Late calls everywhere, but not many.
    for (int i = 0; i < 200; i++) {
      guard.late(i % 3);
      guard.answered(3);
    }
    assertThat(guard.evaluate().recentOpen()).isLessThan(0.1);
    guard.judged(1, true);
    assertThat(guard.evaluate().open()).as("copies are known to help").isEqualTo(1);
    guard.judged(0.5, false);
    assertThat(guard.evaluate().open()).isLessThan(0.1);
    // Two steps have run; five are needed.
    for (int step = 3; step <= 7; step++) {
      guard.judged(0.5, false);
      if (step <= 5) {
        assertThat(guard.evaluate().open()).as("after %d steps", step).isLessThan(0.1);
      } else {
        assertThat(guard.evaluate().open()).as("after %d steps", step).isEqualTo(0.5);
      }
    }
  }

  @Test
  void failingReplicaObjectsDoNotBreakTheGuard() {
    LoadGuard guard = after(0.02, 0.02, 1_000, 1);
    Object broken =
        new Object() {
          @Override
          public int hashCode() {
            throw new IllegalStateException("no hash");
          }
        };
    for (int i = 0; i < 20; i++) {
      guard.late(broken);
    }
    assertThat(guard.evaluate().recentOpen()).isLessThan(1);
  }

  /** A new plan counts from the next call on: the guard applies the present plan. */
  @Test
  void newPlanCountsAtOnce() {
    Cases.random(
        1,
        300,
        random -> {
          var guard = new LoadGuard(-1, 0.02);
          var calls = new LateCalls(-1, 0.02);
          double late = random.nextDouble();
          for (int i = 0; i < 100; i++) {
            if (random.nextInt(8) == 0) {
              double share = 0.01 + 0.3 * random.nextDouble();
              guard.replanned(share);
              calls.planned(share);
            }
            if (random.nextDouble() < late) {
              Object replica = random.nextInt(9) == 0 ? null : random.nextInt(3);
              guard.late(replica);
              calls.late(replica);
            } else {
              int answered = random.nextInt(3);
              guard.answered(answered);
              calls.answered(answered);
            }
            // A look in between would apply the plan.
            if (random.nextInt(10) == 0) {
              assertThat(guard.evaluate())
                  .isEqualTo(
                      new LoadGuard.State(
                          calls.recentShare(),
                          calls.usualShare(),
                          calls.areAtSeveralReplicas(),
                          calls.openAtOnce(),
                          calls.openAtOnce()));
            }
          }
        });
  }

  /** Each counted call weighs 63/64 of the next one. */
  @Test
  void callsAnsweredBeforeTheirHedgeAreInTime() {
    Cases.random(
        1,
        20,
        random -> {
          var stepped =
              new SteppedHedge(Hedge.of(ReissuePolicy.singleD(10)).leastSamples(0).unguarded());
          double late = 0;
          for (int i = 0; i < 200; i++) {
            var call = new ScriptedCall();
            switch (random.nextInt(3)) {
              case 0 -> {
                stepped.hedge.call(attempt -> CompletableFuture.completedFuture("at once"));
                late *= 63.0 / 64;
              }
              case 1 -> {
                stepped.hedge.call(call);
                stepped.pass(9);
                call.answer(0);
                late *= 63.0 / 64;
              }
              default -> {
                stepped.hedge.call(call);
                stepped.pass(10);
                call.answer(0);
                late += (1 - late) / 64;
                assertThat(stepped.hedge.parts().gate.guard().state().recentShare())
                    .as("call %d", i)
                    .isCloseTo(late, org.assertj.core.api.Assertions.within(1e-9));
              }
            }
          }
        });
  }

  /** All calls are late here. */
  @Test
  void callsLeftOutByChanceDoNotCount() {
    var stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleR(10, 0.5))
                .leastSamples(0)
                .budget(HedgeBudget.of(1))
                .unguarded());
    int copies = 0;
    for (int i = 0; i < 100; i++) {
      var call = new ScriptedCall();
      // The timer also holds calls that chance leaves out, because of their deadline.
      stepped.hedge.call(call, Duration.ofMillis(20));
      stepped.pass(11);
      call.answer(0);
      copies += call.attempts() - 1;
    }
    assertThat(copies).as("or this tests nothing").isBetween(20, 80);
    assertThat(stepped.hedge.parts().gate.guard().evaluate().recentShare())
        .isCloseTo(1 - Math.pow(63.0 / 64, copies), org.assertj.core.api.Assertions.within(1e-9));
  }

  @Test
  void shareOfSentHedgesIsThatOfTheWatch() {
    var stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleD(10)).leastSamples(0).budget(HedgeBudget.of(1, 100_000)));
    int sent = 0;
    for (int i = 0; i < 2_000; i++) {
      stepped.hedge.parts().gate.guard().judged(0.25, false);
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      stepped.pass(i % 3 == 0 ? 10 : 5);
      call.answer(0);
      sent += call.attempts() - 1;
    }
    // A quarter of the third of late calls; six standard deviations.
    assertThat((double) sent).isBetween(166.75 - 6 * 11.2, 166.75 + 6 * 11.2);
    HedgeMetrics metrics = stepped.hedge.metrics();
    assertThat(metrics.counts().suppressed(HedgeListener.SuppressedBy.LOAD)).isEqualTo(667 - sent);
    assertThat(metrics.gauges().openShare()).isEqualTo(0.25);
    assertThat(metrics.toString()).endsWith("; load lets 25.0 % of the hedges pass");
  }

  @Test
  void shareOfProbesIsThatOfTheSetting() {
    var stepped =
        new SteppedHedge(Hedge.adaptive(new ReissueGoal(99, 1)).leastSamples(1).probing(0.3));
    int sent = 0;
    for (int i = 0; i < 3_000; i++) {
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      call.answer(0);
      sent += call.attempts() - 1;
    }
    // Six standard deviations.
    assertThat((double) sent).isBetween(900 - 6 * 25.1, 900 + 6 * 25.1);
    assertThat(stepped.hedge.metrics().counts().hedges()).isEqualTo(sent);
  }

  /** The replica of a call is the one declared by its latest attempt. */
  @Test
  void replicaOfALateCallIsThatOfItsLatestAttempt() {
    for (int replicas = 1; replicas <= 2; replicas++) {
      var stepped =
          new SteppedHedge(Hedge.of(ReissuePolicy.singleD(10)).leastSamples(0).unguarded());
      for (int i = 0; i < 2_000; i++) {
        stepped.hedge.call(attempt -> CompletableFuture.completedFuture("at once"));
      }
      for (int i = 0; i < 40; i++) {
        String replica = "replica " + i % replicas;
        stepped.hedge.call(attempt -> {
          attempt.replica("nowhere");
          attempt.replica(replica);
          return new CompletableFuture<String>();
        });
        stepped.pass(10);
        for (int j = 0; j < 2; j++) {
          stepped.hedge.call(attempt -> CompletableFuture.completedFuture("at once"));
        }
      }
      assertThat(stepped.hedge.parts().gate.guard().evaluate().areAtSeveralReplicas())
          .as("%d replicas", replicas)
          .isEqualTo(replicas == 2);
    }
  }
}
