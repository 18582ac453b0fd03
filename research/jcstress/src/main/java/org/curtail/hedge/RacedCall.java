package org.curtail.hedge;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** A running call on a stopped clock; the racing threads play its threads. */
final class RacedCall {
  /** Values of {@link #result} for a call without an answer. */
  static final int FAILED = -1;

  static final int TIMED_OUT = -2;
  static final int CANCELLED = -3;
  static final int OPEN = -4;

  private static final int ATTEMPTS = 3;

  private volatile long nowNanos;
  final Hedge hedge;

  /** Future i answers attempt i. */
  final List<CompletableFuture<Integer>> answers =
      List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());

  private final Attempt[] attempts = new Attempt[ATTEMPTS];
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger cancelled = new AtomicInteger();
  private final AtomicInteger ends = new AtomicInteger();
  private final AtomicInteger completions = new AtomicInteger();
  final CompletableFuture<Integer> future;

  /** Creates a call with hedges after 1 and 2 ms and a deadline after 4 ms, none of them passed. */
  RacedCall(boolean retries) {
    HedgeListener listener =
        new HedgeListener() {
          @Override
          public void ended(long call, HedgeListener.CallEnd end) {
            ends.incrementAndGet();
          }
        };
    var policy = new ReissuePolicy(List.of(new Reissue(1, 1), new Reissue(2, 1)));
    hedge =
        Hedge.of(policy)
            .idempotent()
            .budget(HedgeBudget.of(10))
            .leastSamples(0)
            .unguarded()
            .retrying(failure -> retries)
            .fatal(failure -> failure instanceof IllegalArgumentException)
            .listener(listener)
            .clock(() -> nowNanos)
            .startWithoutThreads();
    future = hedge.call(this::start, Duration.ofMillis(4));
    future.whenComplete((value, failure) -> completions.incrementAndGet());
  }

  private CompletableFuture<Integer> start(Attempt attempt) {
    started.incrementAndGet();
    attempts[attempt.number()] = attempt;
    attempt.onCancel(cancelled::incrementAndGet);
    return answers.get(attempt.number());
  }

  /** Runs the timer's thread for what is due at a time. */
  void stepAt(double millis) {
    nowNanos = Math.round(millis * 1e6);
    hedge.parts().timer.step(hedge.parts().clock.now());
  }

  void answer(int attempt) {
    answers.get(attempt).complete(attempt);
  }

  void fail(int attempt) {
    answers.get(attempt).completeExceptionally(new IllegalStateException("attempt " + attempt));
  }

  void failFatally(int attempt) {
    answers.get(attempt).completeExceptionally(new IllegalArgumentException("attempt " + attempt));
  }

  Attempt attempt(int number) {
    return attempts[number];
  }

  int started() {
    return started.get();
  }

  int cancelled() {
    return cancelled.get();
  }

  /** 1 if it has ended once for all observers, or not at all; else a distinct number. */
  int endedOnce() {
    boolean isDone = future.isDone();
    int expected = isDone ? 1 : 0;
    long counted = hedge.metrics().counts().allEnded();
    return ends.get() == expected && completions.get() == expected && counted == expected
        ? 1
        : 1_000 * ends.get() + 100 * completions.get() + (int) counted;
  }

  /** Number of the attempt that answered, or the code of another result. */
  int result() {
    if (!future.isDone()) {
      return OPEN;
    }
    if (!future.isCompletedExceptionally()) {
      return future.resultNow();
    }
    if (future.isCancelled()) {
      return CANCELLED;
    }
    Throwable failure = future.exceptionNow();
    return failure instanceof TimeoutException
        ? TIMED_OUT
        : failure instanceof CancellationException ? CANCELLED : FAILED;
  }
}
