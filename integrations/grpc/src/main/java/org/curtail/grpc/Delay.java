package org.curtail.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The wait of an attempt before it is sent. Once it is over or cancelled, neither the JDK's timer
 * nor the context refers to its task.
 */
final class Delay {
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final Context context;

  Delay(Context context) {
    this.context = context;
  }

  /**
   * Starts the wait.
   *
   * @param toDo runs at its end, on a thread of the common pool
   * @param ended called if the context is cancelled before, also by its deadline
   */
  void start(long waitNanos, Runnable toDo, Consumer<Status> ended) {
    over.thenRunAsync(toDo);
    Context.CancellationListener listener =
        cancelled -> {
          if (over.cancel(false)) {
            ended.accept(Contexts.statusFromCancelled(cancelled));
          }
        };
    over.whenComplete((nothing, failure) -> context.removeListener(listener));
    over.completeOnTimeout(null, waitNanos, TimeUnit.NANOSECONDS);
    context.addListener(listener, Runnable::run);
    if (over.isDone()) {
      context.removeListener(listener); // It was over before it was added.
    }
  }

  /** Cancels the task. */
  void cancel() {
    over.cancel(false);
  }
}
