package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of a hedge gets. It holds the answer, and nothing that outlives a call holds it:
 * the timer and attempts that still wait know the {@link CallUnderWay} only, which lets go of this
 * future when it ends. Each way in which the caller can complete it ends the call too.
 */
final class AnswerFuture<T extends @Nullable Object> extends CompletableFuture<T> {
  private final CallUnderWay<T> call;

  AnswerFuture(CallUnderWay<T> call) {
    this.call = call;
  }

  /** The call has this answer. Returns false if the future was completed already. */
  boolean answer(T value) {
    return super.complete(value);
  }

  /** The call has failed. */
  void fail(Throwable failure) {
    super.completeExceptionally(failure);
  }

  // ---- What the caller does.

  @Override
  public boolean complete(T value) {
    return call.endedByCaller(() -> super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    requireNonNull(failure, "failure");
    return call.endedByCaller(() -> super.completeExceptionally(failure));
  }

  /** Cancels the attempts that are under way too. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return call.endedByCaller(() -> super.cancel(mayInterruptIfRunning)) || isCancelled();
  }

  /** As its super method, which would complete it without our knowing. */
  @Override
  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
    requireNonNull(supplier, "supplier");
    executor.execute(() -> {
      if (!isDone()) {
        completeBy(supplier);
      }
    });
    return this;
  }

  private void completeBy(Supplier<? extends T> supplier) {
    T value;
    try {
      value = supplier.get();
    } catch (Throwable e) {
      completeExceptionally(e instanceof CompletionException ? e : new CompletionException(e));
      return;
    }
    complete(value);
  }

  @Override
  public void obtrudeValue(T value) {
    if (!call.endedByCaller(() -> obtruded(value))) {
      super.obtrudeValue(value);
    }
  }

  private boolean obtruded(T value) {
    super.obtrudeValue(value);
    return true;
  }

  @Override
  public void obtrudeException(Throwable failure) {
    requireNonNull(failure, "failure");
    if (!call.endedByCaller(() -> obtrudedBy(failure))) {
      super.obtrudeException(failure);
    }
  }

  private boolean obtrudedBy(Throwable failure) {
    super.obtrudeException(failure);
    return true;
  }
}
