package org.curtail.benchkit.workflow;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.benchkit.replicas.SentCopies;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a call after a time-out and retries it once at another server, without a time-out: a
 * typical setting by hand. Unlike a hedge, it discards the work of the original.
 */
final class TimedOutStage implements StageCaller {
  private final long timeOutNanos;
  private final ScheduledExecutorService timer;
  private final LongAdder sent = new LongAdder();

  /**
   * Creates a caller.
   *
   * @param timer timer that its owner closes
   */
  TimedOutStage(long timeOutNanos, ScheduledExecutorService timer) {
    this.timeOutNanos = timeOutNanos;
    this.timer = timer;
  }

  @Override
  public CompletableFuture<StageLosses> call(ResponderCall call) {
    return new Call(call).begin();
  }

  /** A call with one or two attempts. */
  private final class Call {
    private final ResponderCall call;
    private final CompletableFuture<StageLosses> answer = new CompletableFuture<>();
    private @Nullable RunningAttempt current;

    Call(ResponderCall call) {
      this.call = call;
    }

    CompletableFuture<StageLosses> begin() {
      RunningAttempt first = start(0, List.of());
      ScheduledFuture<?> timeOut =
          timer.schedule(() -> retry(first), timeOutNanos, TimeUnit.NANOSECONDS);
      var _ =
          answer.whenComplete((losses, failure) -> {
            timeOut.cancel(false);
            cancel();
          });
      return answer;
    }

    private RunningAttempt start(int number, List<Integer> avoided) {
      RunningAttempt attempt = call.start(number, avoided);
      synchronized (this) {
        current = attempt;
      }
      var _ =
          attempt
              .answer()
              .whenComplete((losses, failure) -> {
                if (isCurrent(attempt)) {
                  end(losses, failure);
                }
              });
      return attempt;
    }

    private synchronized boolean isCurrent(RunningAttempt attempt) {
      return attempt.equals(current);
    }

    private void end(@Nullable StageLosses losses, @Nullable Throwable failure) {
      if (losses != null) {
        answer.complete(losses);
      } else if (failure != null) {
        answer.completeExceptionally(failure);
      }
    }

    private void retry(RunningAttempt first) {
      if (answer.isDone()) {
        return;
      }
      sent.increment();
      start(1, List.of(first.server()));
      // The copy starts before the cancellation, so the end of the original does not end the call.
      first.cancel();
      if (answer.isDone()) {
        cancel();
      }
    }

    private void cancel() {
      RunningAttempt attempt;
      synchronized (this) {
        attempt = current;
      }
      if (attempt != null) {
        attempt.cancel();
      }
    }
  }

  @Override
  public SentCopies soFar() {
    return new SentCopies(sent.sum(), 0, 0, 0);
  }

  @Override
  public void close() {
    // The owner closes the timer.
  }
}
