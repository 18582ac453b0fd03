package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.curtail.hedge.SteppedHedge.failure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;

/** Calls that end before they are answered: at their deadlines, or by their callers. */
class HedgeDeadlineTest {
  @Test
  void callWithoutAnAnswerFailsAtItsDeadlineAndIsCancelled() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call, Duration.ofMillis(25));
    stepped.pass(10);
    var cause = new IllegalStateException("gone");
    call.fail(1, cause);
    stepped.pass(14.9);
    assertThat(answer).isNotDone();
    stepped.pass(0.1);
    assertThat(failure(answer))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("no answer within 25.0 ms; attempts sent: 2, of which failed: 1")
        .hasCause(cause);
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
    assertThat(stepped.hedge.metrics().counts().ended(Outcome.TIMED_OUT)).isEqualTo(1);
  }

  @Test
  void allAttemptsHaveTheDeadline() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    long began = stepped.reading();
    stepped.hedge.call(call, Duration.ofMillis(25));
    stepped.pass(10);
    for (int i = 0; i < 2; i++) {
      Attempt attempt = call.attempt(i).attempt;
      assertThat(attempt.deadlineNanos()).isEqualTo(began + 25_000_000);
      assertThat(attempt.remainingNanos()).isEqualTo(15_000_000);
    }
    var endless = new ScriptedCall();
    stepped.hedge.call(endless);
    assertThat(endless.attempt(0).attempt.deadlineNanos()).isEqualTo(Attempt.NEVER);
    assertThat(endless.attempt(0).attempt.remainingNanos()).isEqualTo(Attempt.NEVER);
  }

  @Test
  void callIsNotSentAfterItsDeadline() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    for (Duration left : List.of(Duration.ZERO, Duration.ofMillis(-3))) {
      var call = new ScriptedCall();
      assertThat(failure(stepped.hedge.call(call, left)))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining(left.toString());
      assertThat(call.attempts()).isZero();
    }
  }

  @Test
  void endlessDeadlineIsNoDeadline() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call, Duration.ofSeconds(Long.MAX_VALUE));
    stepped.pass(1e9);
    assertThat(answer).isNotDone();
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 0");
  }

  @Test
  void cancellingTheFutureCancelsTheAttempts() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    assertThat(answer.cancel(true)).isTrue();
    assertThat(answer.cancel(true)).isTrue();
    assertThat(failure(answer)).isInstanceOf(CancellationException.class);
    assertThat(call.started)
        .allSatisfy(started -> {
          assertThat(started.cancelled).isEqualTo(1);
          assertThat(started.answer).isCancelled();
        });
    assertThat(stepped.hedge.metrics().counts().ended(Outcome.CANCELLED)).isEqualTo(1);
  }

  @Test
  void completingTheFutureEndsTheCall() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    assertThat(answer.complete("mine")).isTrue();
    assertThat(answer.complete("again")).isFalse();
    assertThat(answer).isCompletedWithValue("mine");
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
    stepped.pass(20);
    assertThat(call.attempts()).isEqualTo(1);
  }

  @Test
  void timeoutOfTheFutureCancelsTheAttempts() throws Exception {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var cancelled = new java.util.concurrent.CountDownLatch(1);
    CompletableFuture<String> answer =
        stepped
            .hedge
            .<String>call(attempt -> {
              attempt.onCancel(cancelled::countDown);
              return new CompletableFuture<>();
            })
            .orTimeout(1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(answer::join).hasRootCauseInstanceOf(TimeoutException.class);
    assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void eachWayToCompleteTheFutureEndsTheCallOnce() {
    Map<String, Consumer<CompletableFuture<String>>> ways =
        Map.of(
            "completed", answer -> answer.complete("mine"),
            "failed", answer -> answer.completeExceptionally(new IllegalStateException("mine")),
            "cancelled", answer -> answer.cancel(true),
            "obtruded", answer -> answer.obtrudeValue("mine"),
            "obtruded failure", answer -> answer.obtrudeException(new IllegalStateException()),
            "async", answer -> answer.completeAsync(() -> "mine", Runnable::run),
            "async failure", answer -> answer.completeAsync(() -> "mine".repeat(-1), Runnable::run),
            "on time-out", answer -> answer.completeOnTimeout("mine", 0, TimeUnit.NANOSECONDS));
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    ways.forEach((way, completes) -> {
      var cancelled = new CountDownLatch(2);
      CompletableFuture<String> answer =
          stepped.hedge.call(attempt -> {
            attempt.onCancel(cancelled::countDown);
            return new CompletableFuture<String>();
          });
      stepped.pass(10);
      completes.accept(answer);
      Eventually.is(way + " is done", answer::isDone);
      Eventually.is(way + " cancels attempts", () -> cancelled.getCount() == 0);
    });
    HedgeMetrics metrics = stepped.hedge.metrics();
    assertThat(metrics.counts().ended(Outcome.CANCELLED)).isEqualTo(ways.size());
    assertThat(metrics.gauges().underWay()).isZero();
    stepped.pass(10);
    assertThat(stepped.hedge.parts().timer.waiting()).isZero();
  }

  @Test
  void obtrudedValueReplacesTheAnswerAndIsNotCounted() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    call.answer(0);
    answer.obtrudeValue("mine");
    assertThat(answer).isCompletedWithValue("mine");
    answer.obtrudeException(new IllegalStateException("mine"));
    assertThat(failure(answer)).hasMessage("mine");
    HedgeMetrics.Counts counts = stepped.hedge.metrics().counts();
    assertThat(counts.ended(Outcome.ANSWERED)).isEqualTo(1);
    assertThat(counts.allEnded()).isEqualTo(1);
  }

  @Test
  void failureOfALateCallHasNoStackTrace() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.NONE);
    CompletableFuture<String> answer = stepped.hedge.call(new ScriptedCall(), Duration.ofMillis(1));
    stepped.pass(1);
    assertThat(failure(answer).getStackTrace()).isEmpty();
  }
}
