package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** How requests come to an engine, or are turned away, and who is told. Safe for all threads. */
final class Arrivals {
  private final Dispatcher dispatcher;

  Arrivals(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** A request that has not arrived yet. */
  <W, R> Request<W, R> request(
      SharedWork<W, R> work, RequestOptions options, @Nullable Worker caller) {
    requireNonNull(work, "work");
    requireNonNull(options, "options");
    long arrivalNanos = dispatcher.nanoTime();
    RequestOptions said = options.predictedBy(work);
    dispatcher.policyInForce().requireServed(said);
    var request = new Request<>(dispatcher.nextId(), work, said, dispatcher, arrivalNanos, caller);
    if (work instanceof ComingChunks coming) {
      coming.belongsTo(request);
    }
    return request;
  }

  /** It arrives; if the engine is full and set up so, this thread serves it alone. */
  void arrive(Request<?, ?> request, boolean mayWait) {
    if (!isAccepted(request, mayWait)) {
      ServedAlone.serve(dispatcher, request);
    }
  }

  /**
   * Returns false if this thread should serve it alone.
   *
   * @param mayWait false on a thread that the queue may be waiting for
   */
  boolean isAccepted(Request<?, ?> request, boolean mayWait) {
    tellArrived(request);
    try {
      return dispatcher.waitingRoom().arrive(request, mayWait);
    } catch (RejectedExecutionException | IllegalArgumentException | VirtualMachineError e) {
      if (request.takenIn) {
        return true; // What others could not be told here for want of stack, they are told later.
      }
      tellRefused(request);
      throw e;
    }
  }

  void tellRefused(Request<?, ?> request) {
    dispatcher.listeners().refused(request.id(), dispatcher.nanoTime());
  }

  void tellArrived(Request<?, ?> request) {
    dispatcher.listeners().arrived(request.id(), request.arrivalNanos(), request.options());
  }
}
