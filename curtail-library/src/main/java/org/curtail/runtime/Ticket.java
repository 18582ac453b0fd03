package org.curtail.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A submitted request. Safe for all threads.
 *
 * @param <R> its result
 */
public final class Ticket<R> {
  private final CompletableFuture<R> result = new CompletableFuture<>();
  private volatile @Nullable Timeline timeline;

  Ticket() {}

  /** True once {@link #get} would return or throw at once. */
  public boolean isDone() {
    return result.isDone();
  }

  /**
   * Waits for the result.
   *
   * @throws ExecutionException if the request failed; the cause is the first exception that its
   *     work threw, others are suppressed in it
   * @throws InterruptedException if this thread is interrupted; the request goes on
   */
  public R get() throws InterruptedException, ExecutionException {
    return result.get();
  }

  /**
   * Waits for the result for a limited time.
   *
   * @throws TimeoutException if the time is over; the request goes on
   * @throws ExecutionException as {@link #get()}
   * @throws InterruptedException as {@link #get()}
   */
  public R get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return result.get(timeout, unit);
  }

  /**
   * What happened to the request.
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

  @SuppressWarnings("NullAway") // Null is the result of work whose type of result permits it.
  void succeed(@Nullable R value, Timeline finished) {
    timeline = finished;
    result.complete(value);
  }

  void fail(Throwable cause, Timeline finished) {
    timeline = finished;
    result.completeExceptionally(cause);
  }
}
