package org.curtail.runtime;

/** A request's deadline passed before its result was there, and there is no partial result. */
public final class DeadlineExceededException extends RuntimeException {
  private static final long serialVersionUID = 2;

  private final boolean started;
  private final long allowedNanos;

  DeadlineExceededException(boolean started, long allowedNanos) {
    this.started = started;
    this.allowedNanos = allowedNanos;
  }

  /**
   * Returns what the request did when its deadline passed. Formatting needs much stack and time, so
   * it happens only here: the exception may be made near the end of a caller's stack.
   */
  @Override
  public String getMessage() {
    return "the deadline passed while the request %s, %.1f ms after it arrived"
        .formatted(started ? "ran" : "waited", allowedNanos / 1e6);
  }
}
