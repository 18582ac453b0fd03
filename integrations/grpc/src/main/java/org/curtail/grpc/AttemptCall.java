package org.curtail.grpc;

import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a hedged call: a gRPC call that buffers its server's answer until an attempt is
 * chosen. gRPC calls the listener's methods one after the other. All other methods are thread-safe.
 */
final class AttemptCall<Q, A> extends ClientCall.Listener<A> {
  /**
   * Number of requested messages. The first is the answer; a second one shows that the server
   * breaks its contract.
   */
  private static final int MESSAGES = 2;

  private final int number;
  private final Attempts<Q, A> attempts;
  private final Context context;
  private final Supplier<ClientCall<Q, A>> maker;
  private final CompletableFuture<AttemptCall<Q, A>> outcome = new CompletableFuture<>();
  private final Queue<A> messages = new ConcurrentLinkedQueue<>();

  // Guarded by this. Methods of the call are never called under the lock, as listeners may run.
  private @Nullable ClientCall<Q, A> call;
  private boolean isSending;

  /** The delay of this attempt before it is sent; null without a delay. */
  private @Nullable Delay delay;

  private @Nullable Stop stopped;

  private volatile @Nullable Thread callback;
  private volatile @Nullable Throwable thrown;
  private volatile @Nullable Metadata headers;
  private volatile @Nullable Metadata trailers;

  /** Written last, so that a thread that reads it also sees headers, messages and trailers. */
  private volatile @Nullable Status status;

  private int received;

  /**
   * @param context context of the caller, in which all methods of the call run
   * @param maker creates the call when the attempt is sent
   */
  AttemptCall(
      int number, Attempts<Q, A> attempts, Context context, Supplier<ClientCall<Q, A>> maker) {
    this.number = number;
    this.attempts = attempts;
    this.context = context;
    this.maker = maker;
  }

  /** Returns 0 for the first attempt. */
  int number() {
    return number;
  }

  /** Returns a future for the hedge, which completes with the end of this attempt. */
  CompletableFuture<AttemptCall<Q, A>> outcome() {
    return outcome;
  }

  /**
   * Sends the request, if this attempt is not stopped. An exception of the call or an interceptor
   * ends the attempt; {@link #thrown} returns it.
   */
  void send(Request<Q> request) {
    synchronized (this) {
      if (stopped != null) {
        return;
      }
      isSending = true;
    }
    context.run(() -> sendInContext(request));
  }

  private void sendInContext(Request<Q> request) {
    ClientCall<Q, A> made = null;
    try {
      made = maker.get();
      synchronized (this) {
        call = made;
      }
      made.start(this, request.headersFor(number));
      made.request(MESSAGES);
      Boolean compression = request.compression();
      if (compression != null) {
        made.setMessageCompression(compression);
      }
      made.sendMessage(request.message());
      made.halfClose();
    } catch (Throwable t) {
      thrown = t;
      if (made != null) {
        made.cancel(null, t);
      }
      attempts.notSent(this, t);
    }
    Stop reason;
    synchronized (this) {
      isSending = false;
      reason = stopped;
    }
    if (reason != null && made != null) {
      made.cancel(reason.message(), reason.cause());
    }
  }

  /**
   * Runs a task after a delay. If this attempt is stopped earlier, the task is dropped. If the
   * caller's context is cancelled earlier, the attempt ends like a sent call.
   */
  void later(long waitNanos, Runnable toDo) {
    var made = new Delay(context);
    synchronized (this) {
      if (stopped != null) {
        return;
      }
      delay = made;
    }
    made.start(waitNanos, toDo, this::endWithContext);
  }

  private void endWithContext(Status how) {
    var reason = new Stop(how.getDescription(), how.getCause());
    synchronized (this) {
      if (stopped != null || isSending || call != null) {
        return;
      }
      stopped = reason;
    }
    close(how, new Metadata());
  }

  /** Ends this attempt in any state. Has no effect after its end. */
  void stop(Stop reason) {
    ClientCall<Q, A> running;
    synchronized (this) {
      if (stopped != null) {
        return;
      }
      stopped = reason;
      if (delay != null) {
        delay.cancel();
        delay = null;
      }
      if (isSending) {
        return; // A call is not thread-safe while it is sent, so the sending thread stops it.
      }
      running = call;
    }
    if (running != null) {
      context.run(() -> running.cancel(reason.message(), reason.cause()));
    } else if (status == null) {
      close(reason.status(), new Metadata());
    }
  }

  /** Returns the exception of sending this attempt; null if there was none. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  /** True if the attempt was sent, has not ended, and is still needed. */
  synchronized boolean isRunning() {
    return status == null && thrown == null && isNeeded() && (isSending || call != null);
  }

  /** True if no other attempt has ended the call. */
  synchronized boolean isNeeded() {
    return !Stop.NOT_NEEDED.equals(stopped);
  }

  /** True if this thread is executing the end in a method of the listener. */
  boolean isCallingBack() {
    return Thread.currentThread().equals(callback);
  }

  /** Returns the server's headers; null if it sent none. */
  @Nullable Metadata headers() {
    return headers;
  }

  /** Removes and returns the next message; null if there is none. */
  @Nullable A takeMessage() {
    return messages.poll();
  }

  /** True if no message is left. */
  boolean isTaken() {
    return messages.isEmpty();
  }

  /** Returns the status of the end; null before the end. */
  @Nullable Status status() {
    return status;
  }

  /** Returns the server's trailers; empty before the end. */
  Metadata trailers() {
    Metadata sent = trailers;
    return sent == null ? new Metadata() : sent;
  }

  /**
   * Requests more messages of the server, if the caller has requested more than a unary call needs.
   *
   * @param total number of messages that the caller has requested so far
   * @param more number of messages in the caller's last request
   */
  void request(long total, int more) {
    long beyond = Math.min(more, total - MESSAGES);
    ClientCall<Q, A> running;
    synchronized (this) {
      running = call;
    }
    if (beyond > 0 && status == null && running != null) {
      context.run(() -> running.request((int) beyond));
    }
  }

  /** Returns the gRPC call; null before it is sent. */
  synchronized @Nullable ClientCall<Q, A> call() {
    return call;
  }

  @Override
  public void onHeaders(Metadata received) {
    if (number > 0) {
      received.discardAll(Request.PREVIOUS_ATTEMPTS);
      received.put(Request.PREVIOUS_ATTEMPTS, Integer.toString(number));
    }
    headers = received;
  }

  @Override
  public void onMessage(A message) {
    messages.add(message);
    received++;
    if (received >= MESSAGES) {
      reportEarly();
    }
  }

  @Override
  public void onClose(Status how, Metadata last) {
    callback = Thread.currentThread();
    try {
      close(how, last);
    } finally {
      callback = null;
    }
  }

  private void close(Status how, Metadata last) {
    if (thrown != null) {
      return; // The exception was reported already.
    }
    trailers = last;
    status = how;
    attempts.ended(this);
  }

  private void reportEarly() {
    callback = Thread.currentThread();
    try {
      attempts.ended(this);
    } finally {
      callback = null;
    }
  }
}
