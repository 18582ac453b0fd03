package org.curtail.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The delay of an attempt before it is sent. After its end or cancellation, neither the JDK's timer
 * nor the context refers to its task.
 */
final class Delay {
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final Context context;

  Delay(Context context) {
    this.context = context;
  }

  /**
   * Starts the delay.
   *
   * @param toDo task that runs after the delay, on a thread of the common pool
   * @param ended called if the context is cancelled or reaches its deadline during the delay
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
      context.removeListener(listener); // The delay ended before the listener was added.
    }
  }

  void cancel() {
    over.cancel(false);
  }
}
