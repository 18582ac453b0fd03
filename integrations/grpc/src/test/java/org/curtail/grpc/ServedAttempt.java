package org.curtail.grpc;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One attempt as a server sees it. */
final class ServedAttempt {
  static final Metadata.Key<String> SERVER = key("x-server");
  static final Metadata.Key<String> REASON = key("x-reason");

  private final String request;
  private final Metadata headers;
  private final ServerCall<String, String> call;
  private final @Nullable Deadline deadline;
  private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
  private final AtomicBoolean isDone = new AtomicBoolean();

  /** Runs in the server's context of the attempt. */
  ServedAttempt(String request, Metadata headers, ServerCall<String, String> call) {
    this.request = request;
    this.headers = headers;
    this.call = call;
    Context context = Context.current();
    this.deadline = context.getDeadline();
    context.addListener(
        ended -> {
          // gRPC cancels the context of a call that was answered too, without a cause.
          if (ended.cancellationCause() != null) {
            cancelled.complete(null);
          }
        },
        Runnable::run);
  }

  static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  String request() {
    return request;
  }

  Metadata headers() {
    return headers;
  }

  /** Returns the number of the attempt from its headers: 0 for the first. */
  int attempt() {
    String previous = headers.get(Request.PREVIOUS_ATTEMPTS);
    return previous == null ? 0 : Integer.parseInt(previous);
  }

  @Nullable Deadline deadline() {
    return deadline;
  }

  /** Completes when the client has cancelled and the server's context is cancelled. */
  CompletableFuture<Void> cancelled() {
    return cancelled;
  }

  /** True if the attempt was answered, has failed, or is cancelled. */
  boolean isOver() {
    return isDone.get() || cancelled.isDone();
  }

  ServerCall<String, String> call() {
    return call;
  }

  /** Answers with the request itself, and names the attempt in headers and trailers. */
  void echo() {
    answer(request);
  }

  void answer(String message) {
    if (isDone.compareAndSet(false, true) && !call.isCancelled()) {
      try {
        call.sendHeaders(with(SERVER, "attempt " + attempt()));
        call.sendMessage(message);
        call.close(Status.OK, with(REASON, "attempt " + attempt()));
      } catch (IllegalStateException e) {
        if (!call.isCancelled()) {
          throw e;
        }
      }
    }
  }

  void fail(Status status) {
    fail(status, with(REASON, "attempt " + attempt()));
  }

  void fail(Status status, Metadata trailers) {
    if (isDone.compareAndSet(false, true) && !call.isCancelled()) {
      call.close(status, trailers);
    }
  }

  static Metadata with(Metadata.Key<String> key, String value) {
    var metadata = new Metadata();
    metadata.put(key, value);
    return metadata;
  }
}
