package org.curtail.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt failed, for the hedge, its listeners and its rule of which failures it retries.
 */
final class FailedAttempt extends StatusRuntimeException {
  private static final long serialVersionUID = 1;

  private final int attempt;

  FailedAttempt(int attempt, Status status, @Nullable Metadata trailers) {
    super(status, trailers);
    this.attempt = attempt;
  }

  /** Number of the attempt. */
  int attempt() {
    return attempt;
  }

  /** Nobody threw it: it is made for a status that a server sent. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
