package org.curtail.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the answer of one attempt to the caller: headers, as many messages as the caller
 * requests, then the end, once. Its listener is called by one thread at a time. Thread-safe.
 */
final class Delivery<A> {
  private final ClientCall.Listener<A> listener;

  /** Calls the listener on a thread that is neither the caller's nor the hedge's. */
  private final Consumer<Runnable> callbacks;

  private final SynchronizationContext turns =
      new SynchronizationContext((thread, failure) -> Delivery.<RuntimeException>raise(failure));

  private final AtomicLong requested = new AtomicLong();
  private volatile @Nullable AttemptCall<?, A> answer;
  private volatile boolean isClosed;

  // Accessed in turns only.
  private boolean headersGiven;
  private long given;

  Delivery(ClientCall.Listener<A> listener, Consumer<Runnable> callbacks) {
    this.listener = listener;
    this.callbacks = callbacks;
  }

  /** Throws a listener's exception at the end to the running thread, as an ordinary call does. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable failure) throws T {
    throw (T) failure;
  }

  /** Notifies the caller that it may send. */
  void ready() {
    turns.execute(() -> {
      try {
        listener.onReady();
      } catch (Throwable t) {
        end(failed("Failed to call onReady.", t), new Metadata());
      }
    });
  }

  /** Adds to the number of messages that the caller can take. */
  void request(int messages) {
    long total = requested.addAndGet(messages);
    AttemptCall<?, A> taken = answer;
    if (taken != null && !isClosed) {
      taken.request(total, messages);
      callbacks.accept(() -> turns.execute(this::give));
    }
  }

  /** Returns the caller's requests for an ordinary call, and resets them. */
  int takeRequested() {
    return (int) Math.min(Integer.MAX_VALUE, requested.getAndSet(0));
  }

  /** Starts to deliver this attempt's answer. Only the first call counts. */
  void take(AttemptCall<?, A> chosen) {
    turns.execute(() -> {
      if (answer == null) {
        answer = chosen;
        long total = requested.get();
        chosen.request(total, (int) Math.min(Integer.MAX_VALUE, total));
      }
      give();
    });
  }

  /** Ends the call for the caller, if it has not ended. */
  void close(Status status) {
    turns.execute(() -> end(status, new Metadata()));
  }

  /** Ends the call without a status: the caller gets an exception. */
  void abandon() {
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  private void give() {
    AttemptCall<?, A> from = answer;
    if (from == null || isClosed) {
      return;
    }
    // Read first: an attempt that has ended gets no further message.
    Status status = from.status();
    String step = "Failed to read headers";
    try {
      Metadata headers = from.headers();
      if (!headersGiven && headers != null) {
        headersGiven = true;
        listener.onHeaders(headers);
      }
      step = "Failed to read message.";
      while (given < requested.get()) {
        A message = from.takeMessage();
        if (message == null) {
          break;
        }
        given++;
        listener.onMessage(message);
      }
    } catch (Throwable t) {
      Status failed = failed(step, t);
      from.stop(new Stop(step, t));
      end(failed, new Metadata());
      return;
    }
    if (status != null && from.isTaken()) {
      end(status, from.trailers());
    }
  }

  /** Returns the status of an ordinary call whose listener throws. */
  private static Status failed(String step, Throwable thrown) {
    return Status.CANCELLED.withCause(thrown).withDescription(step);
  }

  private void end(Status status, Metadata trailers) {
    if (!isClosed) {
      isClosed = true;
      listener.onClose(status, trailers);
    }
  }
}
