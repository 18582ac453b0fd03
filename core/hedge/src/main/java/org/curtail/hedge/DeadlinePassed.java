package org.curtail.hedge;

import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call without an answer in time. Cheap, since many calls may have one deadline:
 * it has no stack trace, which would show the hedge's own thread, and formats its message on
 * demand.
 */
final class DeadlinePassed extends TimeoutException {
  private static final long serialVersionUID = 1;

  private final long nanos;
  private final int sent;
  private final int failed;

  /**
   * @param sent number of attempts
   * @param failed number of failed attempts
   * @param cause the first failure, null if there is none
   */
  DeadlinePassed(long nanos, int sent, int failed, @Nullable Throwable cause) {
    this.nanos = nanos;
    this.sent = sent;
    this.failed = failed;
    if (cause != null) {
      initCause(cause);
    }
  }

  @Override
  public String getMessage() {
    return "no answer within %s ms; attempts sent: %d, of which failed: %d"
        .formatted(nanos / 1e6, sent, failed);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
