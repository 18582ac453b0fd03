package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.curtail.hedge.SteppedHedge.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls at whose end stack or memory runs out, simulated by a failing clock. */
@ExtendWith(SilentLog.class)
class HedgeBrokenTest {
  private static final class NoStack extends StackOverflowError {}

  private boolean isShort;

  private final Hedge hedge =
      Hedge.of(ReissuePolicy.singleD(10))
          .idempotent()
          .clock(() -> {
            if (isShort) {
              throw new NoStack();
            }
            return 0;
          })
          .startWithoutThreads();

  private final List<ScriptedCall> calls = new ArrayList<>();
  private final List<CompletableFuture<String>> answers = new ArrayList<>();

  private void call() {
    calls.add(new ScriptedCall());
    answers.add(hedge.call(calls.getLast()));
  }

  private void whileShort(Runnable what) {
    isShort = true;
    what.run();
    isShort = false;
  }

  @Test
  void callsAnsweredWithoutStackFailOnceThereIsStack() {
    for (int i = 0; i < 4; i++) {
      call();
    }
    whileShort(() -> {
      calls.get(0).answer(0);
      calls.get(1).fail(0, new IllegalStateException("busy"));
      calls.get(2).answer(0);
    });
    assertThat(answers).as("nobody has heard").noneMatch(CompletableFuture::isDone);
    HedgeMetrics metrics = hedge.metrics();
    assertThat(metrics.counts().ended(Outcome.FAILED)).isEqualTo(3);
    assertThat(metrics.gauges().underWay()).isEqualTo(1);
    for (int i = 0; i < 3; i++) {
      assertThat(failure(answers.get(i))).isInstanceOf(NoStack.class);
      assertThat(calls.get(i).attempt(0).cancelled).as("cancelled, whatever it said").isEqualTo(1);
    }
    assertThat(hedge.parts().broken).as("who has ended is forgotten").isNull();
    calls.get(3).answer(0);
    assertThat(answers.get(3)).isCompletedWithValue("answer 0");
    assertThat(hedge.metrics().counts().allEnded()).isEqualTo(4);
  }

  @Test
  void nextCallEndsBrokenCalls() {
    call();
    whileShort(() -> calls.getFirst().answer(0));
    assertThat(answers.getFirst()).isNotDone();
    call();
    assertThat(failure(answers.getFirst())).isInstanceOf(NoStack.class);
    assertThat(answers.getLast()).isNotDone();
    assertThat(hedge.parts().broken).isNull();
  }

  /** The canceller gets the error; the call ends and is counted nevertheless. */
  @Test
  void callerWithoutStackStillEndsItsCall() {
    List<Consumer<CompletableFuture<String>>> ways =
        List.of(
            answer -> answer.cancel(true),
            answer -> answer.complete("mine"),
            answer -> answer.completeExceptionally(new IllegalStateException("mine")),
            answer -> answer.obtrudeValue("mine"));
    for (Consumer<CompletableFuture<String>> way : ways) {
      call();
      CompletableFuture<String> answer = answers.getLast();
      whileShort(() -> assertThatThrownBy(() -> way.accept(answer)).isInstanceOf(NoStack.class));
      assertThat(answer).isDone();
      assertThat(calls.getLast().attempt(0).cancelled).isEqualTo(1);
    }
    HedgeMetrics metrics = hedge.metrics();
    assertThat(metrics.counts().ended(Outcome.CANCELLED)).isEqualTo(ways.size());
    assertThat(metrics.gauges().underWay()).isZero();
    assertThat(answers.get(0)).isCancelled();
    assertThat(answers.get(1)).isCompletedWithValue("mine");
    assertThat(failure(answers.get(2))).hasMessage("mine");
    assertThat(answers.get(3)).isCompletedWithValue("mine");
    assertThat(hedge.parts().broken).isNull();
  }

  /** A clock at one of whose readings the stack runs out. */
  private static final class Readings implements LongSupplier {
    private int failing;
    private int count;
    private long nanos;

    Readings(int failing) {
      this.failing = failing;
    }

    @Override
    public long getAsLong() {
      if (count++ == failing) {
        throw new NoStack();
      }
      return nanos;
    }

    /** Stops failing. Returns true if it has failed. */
    boolean hasFailed() {
      boolean has = count > failing;
      failing = -1;
      return has;
    }
  }

  private static void ignoringStackOverflow(Runnable what) {
    try {
      what.run();
    } catch (NoStack e) {
      // The actor gets the error.
    }
  }

  /** A retry that fails at once, a copy that answers, a deadline, a caller that cancels. */
  @Test
  void eachCallEndsAndIsCountedWhereverTheStackEnds() {
    boolean hasFailed = true;
    // The constructor of the hedge has the first reading.
    for (int failing = 1; hasFailed; failing++) {
      var clock = new Readings(failing);
      Hedge made =
          SteppedHedge.generously(ReissuePolicy.singleD(10))
              .idempotent()
              .retrying(failure -> true)
              .clock(clock)
              .startWithoutThreads();
      var told = new ArrayList<CompletableFuture<String>>();
      var attempts = new ArrayList<CompletableFuture<String>>();
      HedgedCall<String> call =
          attempt -> {
            var answer = new CompletableFuture<String>();
            attempts.add(answer);
            return answer;
          };
      ignoringStackOverflow(() ->
          told.add(
              made.call(attempt -> {
                if (attempt.number() > 0) {
                  throw new IllegalStateException("busy");
                }
                return call.start(attempt);
              })));
      ignoringStackOverflow(() ->
          attempts.forEach(
              first -> first.completeExceptionally(new IllegalStateException("busy"))));
      for (int i = 0; i < 3; i++) {
        ignoringStackOverflow(() -> told.add(made.call(call, Duration.ofMillis(20))));
      }
      ignoringStackOverflow(() -> told.getLast().cancel(true));
      ignoringStackOverflow(() -> made.parts().timer.step(made.parts().clock.now()));
      clock.nanos = 10_000_000;
      ignoringStackOverflow(() -> made.parts().timer.step(made.parts().clock.now()));
      ignoringStackOverflow(() -> attempts.getLast().complete("copy"));
      clock.nanos = 30_000_000;
      ignoringStackOverflow(() -> made.parts().timer.step(made.parts().clock.now()));
      hasFailed = clock.hasFailed();
      attempts.forEach(attempt -> attempt.complete("late"));
      clock.nanos = 60_000_000;
      made.parts().timer.step(clock.nanos);
      HedgeMetrics metrics = made.metrics();
      assertThat(told).as("no stack at reading %d", failing).allMatch(CompletableFuture::isDone);
      assertThat(metrics.gauges().underWay()).as("no stack at reading %d", failing).isZero();
      assertThat(metrics.counts().allEnded()).isEqualTo(metrics.counts().calls());
      assertThat(failing).as("readings").isLessThan(100);
    }
  }
}
