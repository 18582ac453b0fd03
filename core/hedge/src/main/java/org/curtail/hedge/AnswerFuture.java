package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future that a caller of a hedge gets. The call ends when the caller completes this future in
 * any way. Only this future refers to the answer. The timer and waiting attempts refer to the
 * {@link CallUnderWay}, which releases this future at its end. So nothing keeps an answer longer
 * than its caller does.
 */
final class AnswerFuture<T extends @Nullable Object> extends CompletableFuture<T> {
  private final CallUnderWay<T> call;

  AnswerFuture(CallUnderWay<T> call) {
    this.call = call;
  }

  /** Completes with an answer. Returns false if the future was complete already. */
  boolean answer(T value) {
    return super.complete(value);
  }

  void fail(Throwable failure) {
    super.completeExceptionally(failure);
  }

  // ---- The caller's methods.

  @Override
  public boolean complete(T value) {
    return call.endedByCaller(() -> super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    requireNonNull(failure, "failure");
    return call.endedByCaller(() -> super.completeExceptionally(failure));
  }

  /** Cancels this future and the attempts under way. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return call.endedByCaller(() -> super.cancel(mayInterruptIfRunning)) || isCancelled();
  }

  /** Overridden, as the inherited method would complete this future without ending the call. */
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
