package org.curtail.grpc;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * The servers' limits of copies and retries of a call: gRFC A6, "Pushback". Time is an argument.
 * Thread-safe.
 */
final class Pushback {
  private static final Metadata.Key<String> MILLIS =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private boolean isStopped;
  private boolean isDelayed;
  private long notBeforeNanos;

  /** Reads the pushback of a failed attempt. */
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

  /** True if no more attempts may be sent. */
  synchronized boolean isStopped() {
    return isStopped;
  }

  /** Returns the delay of the next attempt; 0 for no delay. */
  synchronized long waitNanos(long nowNanos) {
    return isDelayed ? Math.max(0, notBeforeNanos - nowNanos) : 0;
  }
}
