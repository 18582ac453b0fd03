package org.curtail.grpc;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * What servers have said of sending a call once more: gRFC A6, "Pushback". Thread-safe; the clock's
 * reading is an argument.
 */
final class Pushback {
  private static final Metadata.Key<String> MILLIS =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private boolean isStopped;
  private boolean isDelayed;
  private long notBeforeNanos;

  /** Reads what a server says at the end of a failed attempt. */
  synchronized void learn(Metadata trailers, long nowNanos) {
    String text = trailers.get(MILLIS);
    if (text == null) {
      return;
    }
    Integer millis = parse(text);
    if (millis == null || millis < 0) {
      isStopped = true;
    } else {
      isDelayed = true;
      notBeforeNanos = nowNanos + millis * 1_000_000L;
    }
  }

  private static @Nullable Integer parse(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether no attempt may be sent any more. */
  synchronized boolean isStopped() {
    return isStopped;
  }

  /** For how long the next attempt has to wait; 0 for not at all. */
  synchronized long waitNanos(long nowNanos) {
    return isDelayed ? Math.max(0, notBeforeNanos - nowNanos) : 0;
  }
}
