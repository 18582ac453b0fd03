package org.curtail.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/** The failure of an attempt, for the hedge, its listeners and its rule of retries. */
final class FailedAttempt extends StatusRuntimeException {
  private static final long serialVersionUID = 1;

  private final int attempt;

  FailedAttempt(int attempt, Status status, @Nullable Metadata trailers) {
    super(status, trailers);
    this.attempt = attempt;
  }

  /** Returns the number of the attempt. */
  int attempt() {
    return attempt;
  }

  /** Has no stack trace: it stands for a server's status. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
