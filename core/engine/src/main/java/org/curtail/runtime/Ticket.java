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
 * A submitted request, also as a {@link Future}. Once it is done, this keeps its result and its
 * timeline, and nothing of its work. Safe for all threads.
 *
 * @param <R> its result
 */
public final class Ticket<R> implements Future<R> {
  private final CompletableFuture<R> result = new CompletableFuture<>();
  private volatile @Nullable Timeline timeline;

  /** Null once it is done: a kept ticket must not keep its work. */
  private volatile @Nullable Request<?, R> request;

  Ticket(Request<?, R> request) {
    this.request = request;
  }

  /** True once {@link #get} would return or throw at once. */
  @Override
  public boolean isDone() {
    return result.isDone();
  }

  /**
   * Waits for the result; a partial one if the deadline passed and the work could make it, see
   * {@link Timeline#outcome}.
   *
   * @throws ExecutionException if the request failed; the cause is the first exception that its
   *     work threw, others are suppressed in it, or a {@link DeadlineExceededException}
   * @throws CancellationException if it was cancelled
   * @throws InterruptedException if this thread is interrupted; the request goes on
   */
  @Override
  public R get() throws InterruptedException, ExecutionException {
    long leftNanos = nanosToDeadline();
    if (leftNanos < Request.NEVER) {
      try {
        return result.get(leftNanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        // All threads may be busy and far from a border: no other thread looks at the clock.
        dropIfLate();
      }
    }
    return result.get();
  }

  /**
   * Waits for the result for a limited time.
   *
   * @throws TimeoutException if the time is over; the request goes on
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
        dropIfLate();
      }
      timeoutNanos -= leftNanos;
    }
    return result.get(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  /**
   * The result as a stage of a computation, which fails as the request failed. Dependent stages
   * that are not asynchronous run on the thread that ended the request, which serves no request
   * meanwhile; for a request dropped from the queue, on the thread that noticed. Long stages should
   * be asynchronous.
   */
  public CompletionStage<R> completion() {
    return result.minimalCompletionStage();
  }

  /**
   * Cancels the request. One that waits ends at once; one that runs when its threads have come to
   * the borders of their chunks, and until then uses what it was given.
   *
   * @return false if it has ended, is failing, or is having its result made: it ends as it would
   *     have
   */
  public boolean cancel() {
    StackReserve.toChange();
    Request<?, R> asked = request;
    return asked != null && asked.cancel();
  }

  /**
   * As {@link #cancel()}. Threads that serve the request are not interrupted in either case, and it
   * is not done before they have come to the borders of their chunks.
   */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return cancel();
  }

  /** True once the request has ended as cancelled. */
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
   * A caller waits for a request that only threads of the pool serve, until it has ended and no
   * longer uses what the caller lent it. If this thread is interrupted meanwhile, the request is
   * cancelled.
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

  /** At least 0; {@link Request#NEVER} if the request has no deadline, or is done. */
  private long nanosToDeadline() {
    Request<?, R> awaited = request;
    return awaited == null || awaited.deadlineNanos() == Request.NEVER
        ? Request.NEVER
        : Math.max(awaited.deadlineNanos() - awaited.engine().nanoTime(), 0);
  }

  /** It leaves the queue if its deadline has passed. */
  private void dropIfLate() {
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
