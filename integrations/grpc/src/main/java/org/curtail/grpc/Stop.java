package org.curtail.grpc;

import io.grpc.Status;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The reason of a cancellation, as {@code ClientCall.cancel} takes it.
 *
 * @param message null if there is a cause, or if a caller gave none
 */
record Stop(@Nullable String message, @Nullable Throwable cause) {
  /** For an attempt that is not needed any more. */
  static final Stop NOT_NEEDED = new Stop("Another attempt of this call ended it", null);

  /** Returns the status of grpc-java for a call cancelled with this reason. */
  Status status() {
    Throwable why =
        message == null && cause == null
            ? new CancellationException("Cancelled without a message or cause")
            : cause;
    return Status.CANCELLED
        .withDescription(message == null ? "Call cancelled without message" : message)
        .withCause(why);
  }
}
