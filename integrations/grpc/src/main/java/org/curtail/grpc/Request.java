package org.curtail.grpc;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asked for: kept once, sent with every attempt.
 *
 * @param headers never changed, since calls and interceptors add to theirs
 * @param compression what the caller set, null if nothing
 */
record Request<Q>(Q message, Metadata headers, @Nullable Boolean compression) {
  /** How many attempts there were before: gRFC A6, "Exposed Retry Metadata". */
  static final Metadata.Key<String> PREVIOUS_ATTEMPTS =
      Metadata.Key.of("grpc-previous-rpc-attempts", Metadata.ASCII_STRING_MARSHALLER);

  /** Headers for one attempt. */
  Metadata headersFor(int attempt) {
    var copy = new Metadata();
    copy.merge(headers);
    if (attempt > 0) {
      copy.put(PREVIOUS_ATTEMPTS, Integer.toString(attempt));
    }
    return copy;
  }
}
