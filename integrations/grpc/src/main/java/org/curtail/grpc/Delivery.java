package org.curtail.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the answer of one attempt to the caller: headers, the requested number of messages, and
 * the end once. One thread at a time calls the listener. Thread-safe.
 */
final class Delivery<A> {
  private final ClientCall.Listener<A> listener;

  /** Runs callbacks on another thread than the caller's and the hedge's. */
  private final Consumer<Runnable> callbacks;

  private final SynchronizationContext serialized =
      new SynchronizationContext((thread, failure) -> Delivery.<RuntimeException>raise(failure));

  private final AtomicLong requested = new AtomicLong();
  private volatile @Nullable AttemptCall<?, A> answer;
  private volatile boolean isClosed;

  // Accessed by tasks of serialized only.
  private boolean headersGiven;
  private long given;

  Delivery(ClientCall.Listener<A> listener, Consumer<Runnable> callbacks) {
    this.listener = listener;
    this.callbacks = callbacks;
  }

  /**
   * Throws an exception of the listener's onClose to the running thread, as an ordinary call does.
   */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable failure) throws T {
    throw (T) failure;
  }

  /** Notifies the caller that it may send, unless the call has ended. */
  void ready() {
    serialized.execute(() -> {
      if (isClosed) {
        return;
      }
      try {
        listener.onReady();
      } catch (Throwable t) {
        end(failed("Failed to call onReady.", t), new Metadata());
      }
    });
  }

  /** Adds to the number of requested messages. */
  void request(int messages) {
    long total = requested.addAndGet(messages);
    AttemptCall<?, A> taken = answer;
    if (taken != null && !isClosed) {
      taken.request(total, messages);
      callbacks.accept(() -> serialized.execute(this::deliver));
    }
  }

  /** Returns the number of requested messages for an ordinary call, and resets it. */
  int takeRequested() {
    return (int) Math.min(Integer.MAX_VALUE, requested.getAndSet(0));
  }

  /** Delivers this attempt's answer from now on. Only the first chosen attempt counts. */
  void take(AttemptCall<?, A> chosen) {
    serialized.execute(() -> {
      if (answer == null) {
        answer = chosen;
        long total = requested.get();
        chosen.request(total, (int) Math.min(Integer.MAX_VALUE, total));
      }
      deliver();
    });
  }

  /** Ends the call for the caller. Has no effect after the end. */
  void close(Status status) {
    serialized.execute(() -> end(status, new Metadata()));
  }

  /** Ends the call without a status, as the caller gets an exception. */
  void abandon() {
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  private void deliver() {
    AttemptCall<?, A> from = answer;
    if (from == null || isClosed) {
      return;
    }
    // Read before the messages, as an ended attempt gets no more of them.
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
