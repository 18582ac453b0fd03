package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.curtail.hedge.SteppedHedge.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The behaviour of a hedge, on a clock under the test's control. */
@ExtendWith(SilentLog.class)
class HedgeTest {
  // ---- Hedging.

  @Test
  void callAnsweredInTimeIsSentOnce() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(9.9);
    call.answer(0);
    stepped.pass(100);
    assertThat(answer).isCompletedWithValue("answer 0");
    assertThat(call.attempts()).isEqualTo(1);
    assertThat(call.attempt(0).cancelled).isZero();
  }

  @Test
  void unansweredCallGetsACopyAfterTheDelay() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(9.999);
    assertThat(call.attempts()).isEqualTo(1);
    stepped.pass(0.001);
    assertThat(call.attempts()).isEqualTo(2);
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
    assertThat(call.attempt(0).answer).isCancelled();
    assertThat(call.attempt(0).attempt.isCancelled()).isTrue();
    assertThat(call.attempt(1).cancelled).isZero();
  }

  @Test
  void firstAttemptMayWinAndCancelTheHedge() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 0");
    assertThat(call.attempt(1).cancelled).isEqualTo(1);
    assertThat(call.attempt(1).answer).isCancelled();
  }

  @Test
  void policyLimitsTheNumberOfAttempts() {
    var policy =
        new ReissuePolicy(List.of(new Reissue(5, 1), new Reissue(5, 1), new Reissue(9, 1)));
    SteppedHedge stepped = SteppedHedge.generous(policy);
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(5);
    assertThat(call.attempts()).isEqualTo(3);
    stepped.pass(1_000);
    assertThat(call.attempts()).isEqualTo(4);
  }

  @Test
  void copyKnowsTheReplicasOfEarlierAttempts() {
    var policy = new ReissuePolicy(List.of(new Reissue(5, 1), new Reissue(6, 1)));
    SteppedHedge stepped = SteppedHedge.generous(policy);
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(10);
    assertThat(call.attempt(0).attempt.avoid()).isEmpty();
    assertThat(call.attempt(1).attempt.avoid()).containsExactly("replica 0");
    assertThat(call.attempt(2).attempt.avoid()).containsExactly("replica 0", "replica 1");
    assertThat(call.attempt(2).attempt.number()).isEqualTo(2);
  }

  @Test
  void shareOfHedgedCallsIsTheProbability() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleR(10, 0.3));
    var calls = new ArrayList<ScriptedCall>();
    for (int i = 0; i < 10_000; i++) {
      var call = new ScriptedCall();
      calls.add(call);
      stepped.hedge.call(call);
    }
    stepped.pass(20);
    long again = calls.stream().filter(call -> call.attempts() == 2).count();
    // Six standard deviations.
    assertThat(again).isBetween(3_000L - 275, 3_000L + 275);
  }

  @Test
  void seedDecidesWhichCallsAreHedged() {
    assertThat(sentAgain(1)).isEqualTo(sentAgain(1)).isNotEqualTo(sentAgain(2));
  }

  private static List<Integer> sentAgain(long seed) {
    SteppedHedge stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleR(10, 0.5)).seed(seed));
    var calls = new ArrayList<ScriptedCall>();
    for (int i = 0; i < 100; i++) {
      var call = new ScriptedCall();
      calls.add(call);
      stepped.hedge.call(call);
    }
    stepped.pass(20);
    return calls.stream().map(ScriptedCall::attempts).toList();
  }

  @Test
  void leastDelayLimitsAllHedges() {
    SteppedHedge stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(0)).leastDelay(Duration.ofMillis(7)));
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(6.9);
    assertThat(call.attempts()).isEqualTo(1);
    stepped.pass(0.1);
    assertThat(call.attempts()).isEqualTo(2);
  }

  @Test
  void noCallIsHedgedBeforeEnoughSamples() {
    SteppedHedge stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleD(10)).leastSamples(2));
    for (int i = 0; i < 3; i++) {
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      stepped.pass(20);
      assertThat(call.attempts()).as("attempts of call %d", i).isEqualTo(i < 2 ? 1 : 2);
      call.answer(0);
    }
    assertThat(
            stepped.hedge.metrics().counts().suppressed(HedgeListener.SuppressedBy.LEAST_SAMPLES))
        .isEqualTo(2);
  }

  @Test
  void callsGoOnWithTheirAttemptsWithoutBudget() {
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleD(10)).budget(HedgeBudget.of(0.5, 10)).leastSamples(0));
    var calls = new ArrayList<ScriptedCall>();
    var answers = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 4; i++) {
      calls.add(new ScriptedCall());
      answers.add(stepped.hedge.call(calls.getLast()));
    }
    stepped.pass(10);
    assertThat(calls.stream().mapToInt(ScriptedCall::attempts).sum()).isEqualTo(6);
    assertThat(stepped.hedge.metrics().counts().suppressed(HedgeListener.SuppressedBy.BUDGET))
        .isEqualTo(2);
    calls.forEach(call -> call.answer(0));
    assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompletedWithValue("answer 0"));
  }

  // ---- Closing, clocks, listeners, settings.

  @Test
  void closedHedgeRefusesNewCallsAndEndsOthers() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var endless = new ScriptedCall();
    var limited = new ScriptedCall();
    CompletableFuture<String> first = stepped.hedge.call(endless);
    CompletableFuture<String> second = stepped.hedge.call(limited, Duration.ofMillis(50));
    stepped.step();
    stepped.close();
    stepped.close();
    assertThat(failure(stepped.hedge.call(new ScriptedCall())))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("hedge hedge is closed");
    assertThat(stepped.hedge.parts().timer.waiting()).isEqualTo(1);
    stepped.pass(49);
    assertThat(second).isNotDone();
    stepped.pass(1);
    assertThat(failure(second)).isInstanceOf(TimeoutException.class);
    assertThat(endless.attempts()).isEqualTo(1);
    endless.answer(0);
    assertThat(first).isCompletedWithValue("answer 0");
    assertThat(stepped.hedge.explain()).contains("closed");
  }

  @Test
  void clockThatGoesBackSendsNothingTooEarly() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    stepped.advanceMillis(100);
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.advanceMillis(-50);
    stepped.step();
    call.answer(0);
    assertThat(answer).isDone();
    var other = new ScriptedCall();
    stepped.hedge.call(other);
    stepped.pass(9);
    assertThat(other.attempts()).isEqualTo(1);
    assertThat(stepped.hedge.metrics().with().percentileNanos(100)).isBetween(0L, 1_000L);
  }

  @Test
  void listenersGetAllEventsAndAFailingOneIsDropped() {
    var heard = new ArrayList<String>();
    HedgeListener listener =
        new HedgeListener() {
          @Override
          public void sent(long call, int attempt) {
            heard.add("sent " + attempt);
          }

          @Override
          public void suppressed(long call, int attempt, HedgeListener.SuppressedBy by) {
            heard.add("suppressed " + attempt + " " + by);
          }

          @Override
          public void ended(long call, HedgeListener.CallEnd end) {
            heard.add("ended " + end);
          }
        };
    HedgeListener broken =
        new HedgeListener() {
          @Override
          public void sent(long call, int attempt) {
            throw new IllegalStateException("broken listener");
          }
        };
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.of(new ReissuePolicy(List.of(new Reissue(5, 1), new Reissue(6, 1))))
                .budget(HedgeBudget.of(1))
                .leastSamples(0)
                .listener(broken)
                .listener(listener));
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(7);
    call.answer(1);
    assertThat(heard)
        .containsExactly(
            "sent 0",
            "sent 1",
            "suppressed 2 BUDGET",
            "ended CallEnd[outcome=ANSWERED, attempts=2, winner=1, nanos=7000000, failure=null]");
    assertThat(stepped.hedge.metrics().gauges().listenersFailed()).isEqualTo(1);
  }

  @Test
  void hedgeNeedsTheDeclarationOfIdempotence() {
    assertThatThrownBy(() -> Hedge.of(ReissuePolicy.NONE).named("orders").start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "hedge orders sends calls more than once: declare by idempotent() that this does no"
                + " harm");
  }

  @Test
  void impossibleSettingsAreRejectedWithClearMessages() {
    HedgeSetup setup = Hedge.of(ReissuePolicy.NONE);
    assertThatThrownBy(() -> setup.leastDelay(Duration.ofMillis(-1)))
        .hasMessage("leastDelay must not be negative: PT-0.001S");
    assertThatThrownBy(() -> setup.leastSamples(-1))
        .hasMessage("leastSamples must not be negative: -1");
    assertThatThrownBy(() -> setup.probing(1.5)).hasMessage("probing must be from 0 to 1: 1.5");
    assertThatThrownBy(() -> HedgeBudget.of(0)).hasMessageContaining("fraction");
    assertThatThrownBy(() -> HedgeBudget.of(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> HedgeBudget.of(0.1, 0)).hasMessage("burst must be at least 1: 0");
    var reissues = new ArrayList<Reissue>();
    for (int i = 0; i < 100; i++) {
      reissues.add(new Reissue(1, 1));
    }
    assertThatThrownBy(() -> Hedge.of(new ReissuePolicy(reissues)))
        .hasMessage("a policy may have at most 100 attempts: 101");
  }

  @Test
  void planGivesBudgetAndUsualShare() {
    var plan =
        new ReissuePlan(
            new ReissueGoal(99, 0.02), ReissuePolicy.singleR(10, 0.25), 0.02, 30, 40, 25);
    HedgeSetup setup = Hedge.of(plan);
    assertThat(setup.budget().fraction()).isEqualTo(0.02);
    assertThat(setup.plannedShare()).isEqualTo(0.08);
    SteppedHedge stepped = new SteppedHedge(setup.named("catalog"));
    assertThat(stepped.hedge.policy()).isEqualTo(plan.policy());
    assertThat(stepped.hedge.explain())
        .startsWith(
            "hedge catalog: a call without an answer is hedged after 10 ms with probability"
                + " 0.250\ngoal: least p99, with 2.0 % more calls\nbudget: 2.0 % of the calls, 0.0"
                + " of 100 tokens left; sent so far 0 of 0 calls (0.0 %)\nsamples: 0 answers, no"
                + " hedge before there are 100\n");
  }
}
