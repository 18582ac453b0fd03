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
 * One attempt of a hedged call: a gRPC call of its own, which buffers its server's answer until the
 * caller's attempt is chosen. gRPC calls the listener's methods one after the other; all others are
 * thread-safe.
 */
final class AttemptCall<Q, A> extends ClientCall.Listener<A> {
  /** One message is the answer; a second one shows that the server breaks its contract. */
  private static final int MESSAGES = 2;

  private final int number;
  private final Attempts<Q, A> attempts;
  private final Context context;
  private final Supplier<ClientCall<Q, A>> maker;
  private final CompletableFuture<AttemptCall<Q, A>> outcome = new CompletableFuture<>();
  private final Queue<A> messages = new ConcurrentLinkedQueue<>();

  // Guarded by this. Calls are never made under the lock, since their listeners may run at once.
  private @Nullable ClientCall<Q, A> call;
  private boolean isSending;

  /** Null unless it waits until it may be sent. */
  private @Nullable Delay delay;

  private @Nullable Stop stopped;

  private volatile @Nullable Thread callback;
  private volatile @Nullable Throwable thrown;
  private volatile @Nullable Metadata headers;
  private volatile @Nullable Metadata trailers;

  /** Written last: a thread that sees it sees everything before the end. */
  private volatile @Nullable Status status;

  private int received;

  /**
   * @param context context of the caller, in which everything is done with the call
   * @param maker creates the call when it is sent
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

  /** Returns a future for the hedge, done when this attempt has answered or failed. */
  CompletableFuture<AttemptCall<Q, A>> outcome() {
    return outcome;
  }

  /**
   * Sends the request, unless this attempt is stopped already. An exception of a call or an
   * interceptor ends the attempt and is kept in {@link #thrown}.
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
   * Runs a task later, unless this attempt is stopped before: then nothing refers to it any more.
   * If the caller's context is cancelled meanwhile, the attempt ends as a sent call would.
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

  /** Ends this attempt in any state. Has no effect if it has ended. */
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
        return; // Calls are not thread-safe while they are sent: the sender stops it.
      }
      running = call;
    }
    if (running != null) {
      context.run(() -> running.cancel(reason.message(), reason.cause()));
    } else if (status == null) {
      close(reason.status(), new Metadata());
    }
  }

  /** Returns the exception of sending this attempt; null if none. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  /** True if it was sent and has not ended, so that gRPC will report its end, which matters. */
  synchronized boolean isRunning() {
    return status == null && thrown == null && isNeeded() && (isSending || call != null);
  }

  /** True if no other attempt has won. */
  synchronized boolean isNeeded() {
    return !Stop.NOT_NEEDED.equals(stopped);
  }

  /** True if this thread is executing one of the listener's methods. */
  boolean isCallingBack() {
    return Thread.currentThread().equals(callback);
  }

  /** Returns the server's headers; null if it sent none. */
  @Nullable Metadata headers() {
    return headers;
  }

  /** Returns the next message that was not taken; null if there is none. */
  @Nullable A takeMessage() {
    return messages.poll();
  }

  /** True if no message is left to take. */
  boolean isTaken() {
    return messages.isEmpty();
  }

  /** Returns the status of its end; null while it goes on. */
  @Nullable Status status() {
    return status;
  }

  /** Returns the server's trailers; empty while it goes on. */
  Metadata trailers() {
    Metadata sent = trailers;
    return sent == null ? new Metadata() : sent;
  }

  /**
   * Lets the server send as many messages as a caller has requested, if those are more than any
   * unary call needs.
   *
   * @param total requested by the caller so far
   * @param more requested by the caller just now
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
      return; // It was reported when it was thrown.
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
