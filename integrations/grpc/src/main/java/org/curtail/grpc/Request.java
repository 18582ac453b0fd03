package org.curtail.grpc;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * The caller's request: kept once, sent with every attempt.
 *
 * @param headers not modified, since calls and interceptors add to theirs
 * @param compression the caller's setting, null if none
 */
record Request<Q>(Q message, Metadata headers, @Nullable Boolean compression) {
  /** Number of attempts before: gRFC A6, "Exposed Retry Metadata". */
  static final Metadata.Key<String> PREVIOUS_ATTEMPTS =
      Metadata.Key.of("grpc-previous-rpc-attempts", Metadata.ASCII_STRING_MARSHALLER);

  /** Returns the headers of one attempt. */
  Metadata headersFor(int attempt) {
    var copy = new Metadata();
    copy.merge(headers);
    if (attempt > 0) {
      copy.put(PREVIOUS_ATTEMPTS, Integer.toString(attempt));
    }
    return copy;
  }
}
