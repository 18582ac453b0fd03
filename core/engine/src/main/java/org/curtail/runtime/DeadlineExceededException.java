package org.curtail.runtime;

/** A request's deadline passed before its result was there, and there is no partial result. */
public final class DeadlineExceededException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DeadlineExceededException(String message) {
    super(message);
  }
}
