package org.curtail.runtime;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A submitted request, as a {@link Future}. When a ticket is done, it keeps the result and the
 * timeline, but not the work. Safe for all threads.
 *
 * @param <R> the result
 */
public final class Ticket<R> implements Future<R> {
  private final CompletableFuture<R> result = new CompletableFuture<>();
  private volatile @Nullable Timeline timeline;

  /** The request; null when done, so that a kept ticket does not keep the work. */
  private volatile @Nullable Request<?, R> request;

  Ticket(Request<?, R> request) {
    this.request = request;
  }

  /** True if {@link #get} returns or throws at once. */
  @Override
  public boolean isDone() {
    return result.isDone();
  }

  /**
   * Waits for the result. The result is a partial result if the deadline passed and the work could
   * make one; see {@link Timeline#outcome}.
   *
   * @throws ExecutionException if the request failed. The cause is the first exception that the
   *     work threw, with later ones suppressed in it, or a {@link DeadlineExceededException}
   * @throws CancellationException if it was cancelled
   * @throws InterruptedException if this thread is interrupted; the request continues
   */
  @Override
  public R get() throws InterruptedException, ExecutionException {
    long leftNanos = nanosToDeadline();
    if (leftNanos < Request.NEVER) {
      try {
        return result.get(leftNanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        // If all threads are busy and far from a border, only this thread reads the clock.
        endIfLate();
      }
    }
    return result.get();
  }

  /**
   * Waits for the result for a limited time.
   *
   * @throws TimeoutException if the time is over; the request continues
   * @throws ExecutionException as {@link #get()}
   * @throws CancellationException as {@link #get()}
   * @throws InterruptedException as {@link #get()}
   */
  @Override
  public R get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long timeoutNanos = unit.toNanos(timeout);
    long leftNanos = nanosToDeadline();
    if (leftNanos < timeoutNanos) {
      try {
        return result.get(leftNanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        endIfLate();
      }
      timeoutNanos -= leftNanos;
    }
    return result.get(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  /**
   * The result as a stage of a computation, which fails if the request fails. Dependent stages run
   * on the thread that ended the request, if they are not asynchronous. That thread serves no
   * request during this time. So long stages should be asynchronous.
   */
  public CompletionStage<R> completion() {
    return result.minimalCompletionStage();
  }

  /**
   * Cancels the request. A waiting request ends at once. A running request ends when its threads
   * have reached the borders of their chunks; until then it uses the caller's objects.
   *
   * @return false if the request has ended, is failing, or its result is being made; it then ends
   *     without this call's effect
   */
  public boolean cancel() {
    StackReserve.toChange();
    Request<?, R> asked = request;
    return asked != null && asked.cancel();
  }

  /**
   * Cancels as {@link #cancel()} does. The request's threads are never interrupted. The request is
   * not done before they have reached the borders of their chunks.
   */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return cancel();
  }

  /** True if the request has ended as cancelled. */
  @Override
  public boolean isCancelled() {
    return result.isCancelled();
  }

  /**
   * The timeline of the request.
   *
   * @throws IllegalStateException if it is not done
   */
  public Timeline timeline() {
    Timeline known = timeline;
    if (known == null) {
      throw new IllegalStateException("the request is not done");
    }
    return known;
  }

  /**
   * Waits until a request has ended that only threads of the pool serve. An interrupt of this
   * thread cancels the request; the wait then lasts until the request uses no objects of the
   * caller.
   */
  R awaitEnd() throws InterruptedException, ExecutionException {
    boolean interrupted = false;
    while (true) {
      try {
        R value = get();
        if (!interrupted) {
          return value;
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        cancel();
      } catch (ExecutionException | CancellationException e) {
        if (!interrupted) {
          throw e;
        }
        break;
      }
    }
    throw new InterruptedException("interrupted while the request waited or ran");
  }

  /** Time to the deadline, at least 0; {@link Request#NEVER} without a deadline, or if done. */
  private long nanosToDeadline() {
    Request<?, R> awaited = request;
    return awaited == null || awaited.deadlineNanos() == Request.NEVER
        ? Request.NEVER
        : Math.max(awaited.deadlineNanos() - awaited.engine().nanoTime(), 0);
  }

  /** Ends the request if it waits and its deadline has passed. */
  private void endIfLate() {
    StackReserve.toChange();
    Request<?, R> late = request;
    if (late != null) {
      late.engine().dispatchDue();
    }
  }

  @SuppressWarnings("NullAway") // Null is the result of work whose type of result permits it.
  void succeed(@Nullable R value, Timeline finished) {
    timeline = finished;
    result.complete(value);
    request = null;
  }

  void fail(Throwable cause, Timeline finished) {
    timeline = finished;
    result.completeExceptionally(cause);
    request = null;
  }
}
