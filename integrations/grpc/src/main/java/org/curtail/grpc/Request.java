package org.curtail.grpc;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * The caller's request, sent with each attempt.
 *
 * @param headers the caller's headers; never modified, as each attempt has its own copy
 * @param compression the caller's setting; null if not set
 */
record Request<Q>(Q message, Metadata headers, @Nullable Boolean compression) {
  /** Number of earlier attempts: gRFC A6, "Exposed Retry Metadata". */
  static final Metadata.Key<String> PREVIOUS_ATTEMPTS =
      Metadata.Key.of("grpc-previous-rpc-attempts", Metadata.ASCII_STRING_MARSHALLER);

  Metadata headersFor(int attempt) {
    var copy = new Metadata();
    copy.merge(headers);
    if (attempt > 0) {
      copy.put(PREVIOUS_ATTEMPTS, Integer.toString(attempt));
    }
    return copy;
  }
}
