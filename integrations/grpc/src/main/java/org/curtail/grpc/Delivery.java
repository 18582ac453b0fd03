package org.curtail.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a caller the answer of one attempt: headers, as many messages as the caller requests, then
 * the end, once. Its listener is called by one thread at a time. Safe for all threads.
 */
final class Delivery<A> {
  private final ClientCall.Listener<A> listener;

  /** Calls the listener on a thread that is neither the caller's nor the hedge's. */
  private final Consumer<Runnable> elsewhere;

  private final SynchronizationContext turns =
      new SynchronizationContext((thread, failure) -> Delivery.<RuntimeException>raise(failure));

  private final AtomicLong requested = new AtomicLong();
  private volatile @Nullable AttemptCall<?, A> answer;
  private volatile boolean isClosed;

  // Touched in turns only.
  private boolean headersGiven;
  private long given;

  Delivery(ClientCall.Listener<A> listener, Consumer<Runnable> elsewhere) {
    this.listener = listener;
    this.elsewhere = elsewhere;
  }

  /** What a listener throws at the end goes to whoever runs it, as with an ordinary call. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable failure) throws T {
    throw (T) failure;
  }

  /** Tells the caller that it may send. */
  void ready() {
    turns.execute(() -> {
      try {
        listener.onReady();
      } catch (Throwable t) {
        end(failed("Failed to call onReady.", t), new Metadata());
      }
    });
  }

  /** The caller can take so many messages more. */
  void request(int messages) {
    long total = requested.addAndGet(messages);
    AttemptCall<?, A> taken = answer;
    if (taken != null && !isClosed) {
      taken.request(total, messages);
      elsewhere.accept(() -> turns.execute(this::give));
    }
  }

  /** Takes back what the caller has requested: an ordinary call is to have it. */
  int takeRequested() {
    return (int) Math.min(Integer.MAX_VALUE, requested.getAndSet(0));
  }

  /** From now on the caller gets what this attempt answers. The first one is kept. */
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

  /** The caller learns by an exception that the call has ended. */
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

  /** What an ordinary call ends with when its listener throws. */
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
