package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.hedge.SteppedHedge.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls whose attempts fail, and calls that forbid more attempts. */
@ExtendWith(SilentLog.class)
class HedgeFailuresTest {
  /** Two copies, and invalid arguments end a call. */
  private static SteppedHedge fatal() {
    var twice = new ReissuePolicy(List.of(new Reissue(10, 1), new Reissue(20, 1)));
    return new SteppedHedge(
        SteppedHedge.generously(twice)
            .retrying(failure -> true)
            .fatal(failure -> failure instanceof IllegalArgumentException));
  }

  @Test
  void failureDoesNotEndACallWithAnotherAttemptUnderWay() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    call.fail(0, new IllegalStateException("gone"));
    assertThat(answer).isNotDone();
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(stepped.hedge.metrics().counts().failedAttempts()).isEqualTo(1);
  }

  @Test
  void failureOfTheOnlyAttemptEndsTheCall() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    var failure = new IllegalStateException("gone");
    call.fail(0, failure);
    assertThat(failure(answer)).isSameAs(failure);
    stepped.pass(100);
    assertThat(call.attempts()).isEqualTo(1);
  }

  @Test
  void firstFailureOfAllAttemptsSuppressesTheOthers() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    var first = new IllegalStateException("first");
    var second = new IllegalArgumentException("second");
    call.fail(1, first);
    call.fail(0, new CompletionException(second));
    assertThat(failure(answer)).isSameAs(first).hasSuppressedException(second);
  }

  @Test
  void atMostEightFailuresAreSuppressed() {
    var reissues = new ArrayList<Reissue>();
    for (int i = 0; i < 20; i++) {
      reissues.add(new Reissue(1, 1));
    }
    SteppedHedge stepped = SteppedHedge.generous(new ReissuePolicy(reissues));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(1);
    assertThat(call.attempts()).isEqualTo(21);
    for (int i = 0; i < 21; i++) {
      call.fail(i, new IllegalStateException("failure " + i));
    }
    assertThat(failure(answer)).hasMessage("failure 0");
    assertThat(failure(answer).getSuppressed()).hasSize(8);
  }

  @Test
  void retriesAreSentAtOnceWithinThePlansAttempts() {
    SteppedHedge stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .retrying(failure -> failure instanceof IllegalStateException));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.fail(0, new IllegalStateException("once"));
    assertThat(call.attempts()).isEqualTo(2);
    assertThat(call.attempt(1).attempt.avoid()).containsExactly("replica 0");
    stepped.pass(50);
    assertThat(call.attempts()).isEqualTo(2);
    call.fail(1, new IllegalStateException("twice"));
    assertThat(failure(answer)).hasMessage("once");
    HedgeMetrics.Counts counts = stepped.hedge.metrics().counts();
    assertThat(counts.retries()).isEqualTo(1);
    assertThat(counts.hedges()).isZero();
  }

  @Test
  void otherFailuresAreNotRetriedAndNoneWithoutBudget() {
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleD(10))
                .budget(HedgeBudget.of(0.5))
                .leastSamples(0)
                .retrying(failure -> failure instanceof IllegalStateException));
    for (var failure :
        List.of(new IllegalArgumentException("bad"), new IllegalStateException("poor"))) {
      var call = new ScriptedCall();
      CompletableFuture<String> answer = stepped.hedge.call(call);
      call.fail(0, failure);
      if (failure instanceof IllegalStateException) {
        // Two first attempts have put one token in.
        assertThat(call.attempts()).isEqualTo(2);
      } else {
        assertThat(failure(answer)).isSameAs(failure);
      }
    }
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.fail(0, new IllegalStateException("poorer"));
    assertThat(failure(answer)).hasMessage("poorer");
    assertThat(stepped.hedge.metrics().counts().suppressed(HedgeListener.SuppressedBy.BUDGET))
        .isEqualTo(1);
  }

  @Test
  void failingRetryPredicateRetriesNothing() {
    SteppedHedge stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .retrying(failure -> {
                  throw new IllegalStateException("broken test");
                }));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.fail(0, new IllegalArgumentException("broken call"));
    assertThat(failure(answer)).hasMessage("broken call");
  }

  // ---- What calls may do wrong.

  @Test
  void exceptionOfTheCallsCodeIsItsFailure() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var failure = new java.io.IOException("no route");
    CompletableFuture<String> answer =
        stepped.hedge.call(attempt -> {
          throw failure;
        });
    assertThat(failure(answer)).isSameAs(failure);
  }

  @Test
  @SuppressWarnings("NullAway") // As a careless caller does.
  void callThatReturnsNoStageFailsWithAClearMessage() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    CompletableFuture<String> answer = stepped.hedge.call(attempt -> null);
    assertThat(failure(answer)).hasMessage("the call returned no stage for attempt 0");
  }

  @Test
  void callMayBeAnsweredBeforeItReturns() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    CompletableFuture<String> answer =
        stepped.hedge.call(attempt -> CompletableFuture.completedFuture("at once"));
    assertThat(answer).isCompletedWithValue("at once");
    stepped.pass(100);
    assertThat(stepped.hedge.metrics().counts().hedges()).isZero();
  }

  @Test
  void nullIsAnAnswer() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    CompletableFuture<Void> answer =
        stepped.hedge.call(attempt -> CompletableFuture.runAsync(() -> {}, Runnable::run));
    assertThat(answer).isCompletedWithValue(null);
  }

  @Test
  void lateAnswerOfALosingAttemptIsIgnored() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var late = new CompletableFuture<String>();
    var stage = late.thenApply(word -> word).minimalCompletionStage();
    var calls = new ArrayList<Integer>();
    CompletableFuture<String> answer =
        stepped.hedge.call(attempt -> {
          calls.add(attempt.number());
          return attempt.number() == 0 ? stage : CompletableFuture.completedFuture("hedge");
        });
    stepped.pass(10);
    assertThat(answer).isCompletedWithValue("hedge");
    late.complete("late");
    assertThat(answer).isCompletedWithValue("hedge");
    assertThat(calls).containsExactly(0, 1);
    HedgeMetrics.Counts counts = stepped.hedge.metrics().counts();
    assertThat(counts.ended(Outcome.ANSWERED)).isEqualTo(1);
    assertThat(counts.won()).isEqualTo(1);
  }

  @Test
  void actionRegisteredAfterCancellationRunsAtOnce() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    answer.cancel(false);
    var done = new ArrayList<String>();
    call.attempt(0).attempt.onCancel(() -> done.add("late"));
    assertThat(done).containsExactly("late");
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
  }

  @Test
  void failingCancellationDoesNotPreventOthers() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.attempt(0)
        .attempt
        .onCancel(() -> {
          throw new IllegalStateException("cannot cancel");
        });
    stepped.pass(10);
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
    assertThat(call.attempt(0).answer).isCancelled();
  }

  // ---- Failures that end a call.

  @Test
  void fatalFailureEndsItsCallAndCancelsOtherAttempts() {
    SteppedHedge stepped = fatal();
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    var failure = new IllegalArgumentException("no such item");
    call.fail(1, new CompletionException(failure));
    assertThat(failure(answer)).isSameAs(failure);
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
    assertThat(call.attempt(1).cancelled).isZero();
    stepped.pass(100);
    call.answer(0);
    assertThat(call.attempts()).isEqualTo(2);
    HedgeMetrics.Counts counts = stepped.hedge.metrics().counts();
    assertThat(counts.ended(Outcome.FAILED)).isEqualTo(1);
    assertThat(counts.allEnded()).isEqualTo(1);
    assertThat(counts.lost()).isEqualTo(1);
  }

  @Test
  void fatalFailureIsNotRetried() {
    SteppedHedge stepped = fatal();
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.fail(0, new IllegalStateException("busy"));
    assertThat(call.attempts()).isEqualTo(2);
    var failure = new IllegalArgumentException("no such item");
    call.fail(1, failure);
    assertThat(failure(answer)).isSameAs(failure);
    assertThat(failure.getSuppressed())
        .singleElement()
        .satisfies(earlier -> assertThat(earlier).hasMessage("busy"));
    assertThat(call.attempts()).isEqualTo(2);
  }

  @Test
  void fatalFailureOfALosingAttemptIsIgnored() {
    SteppedHedge stepped = fatal();
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    call.answer(1);
    call.fail(0, new IllegalArgumentException("too late"));
    assertThat(answer).isCompletedWithValue("answer 1");
  }

  @Test
  void failingFatalPredicateEndsNothing() {
    SteppedHedge stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .fatal(failure -> {
                  throw new IllegalStateException("broken test");
                }));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    call.fail(0, new IllegalArgumentException("broken call"));
    assertThat(answer).isNotDone();
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
  }

  // ---- Calls that forbid more attempts.

  @Test
  void callThatForbidsMoreAttemptsIsNotHedgedAndGoesOn() {
    SteppedHedge stepped = fatal();
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.attempt(0).attempt.sendNoMore();
    double tokens = stepped.hedge.metrics().gauges().tokens();
    stepped.pass(100);
    assertThat(call.attempts()).isEqualTo(1);
    assertThat(answer).isNotDone();
    HedgeMetrics metrics = stepped.hedge.metrics();
    assertThat(metrics.gauges().tokens()).isEqualTo(tokens);
    assertThat(metrics.counts().suppressed().values()).allMatch(count -> count == 0);
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 0");
  }

  @Test
  void callThatForbidsMoreAttemptsIsNotRetried() {
    SteppedHedge stepped = fatal();
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    call.attempt(1).attempt.sendNoMore();
    call.fail(1, new IllegalStateException("go away"));
    assertThat(answer).isNotDone();
    call.fail(0, new IllegalStateException("busy"));
    assertThat(failure(answer)).hasMessage("go away");
    assertThat(call.attempts()).isEqualTo(2);
  }

  // ---- Kinds of failures.

  @Test
  void onlyFailuresWrappedByStagesOrExecutorsAreUnwrapped() {
    var cause = new IllegalStateException("cause");
    for (Throwable wrapped :
        List.of(
            new CompletionException(cause),
            new ExecutionException(cause),
            new CompletionException("without a cause", null),
            new IllegalArgumentException(cause))) {
      SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.NONE);
      var call = new ScriptedCall();
      CompletableFuture<String> answer = stepped.hedge.call(call);
      call.fail(0, wrapped);
      boolean isUnwrapped =
          wrapped.getCause() != null && !(wrapped instanceof IllegalArgumentException);
      assertThat(failure(answer)).isSameAs(isUnwrapped ? cause : wrapped);
    }
  }

  @Test
  void interruptedCallFailsAndItsThreadStaysInterrupted() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.NONE);
    CompletableFuture<String> answer =
        stepped.hedge.call(attempt -> {
          throw new InterruptedException("told to stop");
        });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure(answer)).isInstanceOf(InterruptedException.class);
    CompletableFuture<String> other =
        stepped.hedge.call(attempt -> {
          throw new java.io.IOException("no route");
        });
    assertThat(Thread.interrupted()).isFalse();
    assertThat(other).isCompletedExceptionally();
  }

  // ---- Events during the test of a failure.

  /** Returns a hedge whose predicate of failures does something before it answers. */
  private static SteppedHedge whileAsked(Runnable first, boolean retries, HedgeBudget budget) {
    return new SteppedHedge(
        Hedge.of(ReissuePolicy.singleD(10))
            .budget(budget)
            .leastSamples(0)
            .unguarded()
            .retrying(failure -> {
              first.run();
              return retries;
            }));
  }

  @Test
  void callThatForbidsMoreAttemptsDuringTheTestKeepsItsToken() {
    for (double fraction : new double[] {1, 0.01}) {
      var call = new ScriptedCall();
      SteppedHedge stepped =
          whileAsked(() -> call.attempt(0).attempt.sendNoMore(), true, HedgeBudget.of(fraction));
      CompletableFuture<String> answer = stepped.hedge.call(call);
      call.fail(0, new IllegalStateException("busy"));
      assertThat(failure(answer)).hasMessage("busy");
      assertThat(call.attempts()).isEqualTo(1);
      HedgeMetrics metrics = stepped.hedge.metrics();
      assertThat(metrics.gauges().tokens()).isEqualTo(fraction);
      assertThat(metrics.counts().ended(Outcome.FAILED)).isEqualTo(1);
      assertThat(metrics.counts().retries()).isZero();
    }
  }

  @Test
  void callGoesOnWithACopySentDuringTheTest() {
    for (boolean retries : new boolean[] {true, false}) {
      var steps = new ArrayList<SteppedHedge>();
      SteppedHedge stepped =
          whileAsked(() -> steps.forEach(SteppedHedge::step), retries, HedgeBudget.of(2));
      var call = new ScriptedCall();
      CompletableFuture<String> answer = stepped.hedge.call(call);
      stepped.step();
      stepped.advanceMillis(10);
      steps.add(stepped);
      call.fail(0, new IllegalStateException("busy"));
      assertThat(answer).isNotDone();
      assertThat(call.attempts()).as("the first one and the copy").isEqualTo(2);
      HedgeMetrics metrics = stepped.hedge.metrics();
      assertThat(metrics.counts().hedges()).isEqualTo(1);
      assertThat(metrics.counts().retries()).isZero();
      assertThat(metrics.gauges().tokens()).isEqualTo(1);
      call.fail(1, new IllegalStateException("busy too"));
      assertThat(failure(answer)).hasMessage("busy");
      assertThat(failure(answer).getSuppressed()).hasSize(1);
    }
  }

  @Test
  void callCancelledDuringTheTestIsNotRetried() {
    for (double fraction : new double[] {1, 0.01}) {
      var answers = new ArrayList<CompletableFuture<String>>();
      SteppedHedge stepped =
          whileAsked(() -> answers.getFirst().cancel(true), true, HedgeBudget.of(fraction));
      var call = new ScriptedCall();
      answers.add(stepped.hedge.call(call));
      call.fail(0, new IllegalStateException("busy"));
      assertThat(answers.getFirst()).isCancelled();
      assertThat(call.attempts()).isEqualTo(1);
      HedgeMetrics metrics = stepped.hedge.metrics();
      assertThat(metrics.gauges().tokens()).isEqualTo(fraction);
      assertThat(metrics.counts().allEnded()).isEqualTo(1);
      assertThat(metrics.counts().suppressed().values()).allMatch(count -> count == 0);
    }
  }
}
