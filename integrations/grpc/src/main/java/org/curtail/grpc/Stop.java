package org.curtail.grpc;

import io.grpc.Status;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The reason of a cancellation, for {@code ClientCall.cancel}.
 *
 * @param message message; null if the caller gave none
 */
record Stop(@Nullable String message, @Nullable Throwable cause) {
  /** Reason for attempts that are no longer needed. */
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
