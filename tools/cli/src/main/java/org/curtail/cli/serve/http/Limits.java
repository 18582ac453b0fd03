package org.curtail.cli.serve.http;

import java.time.Duration;

/**
 * Limits of what a client may send.
 *
 * @param lineBytes longest first line of a request, with its query
 * @param headerBytes all headers of a request together
 * @param bodyBytes longest body
 * @param idle time after which a silent connection is closed
 */
public record Limits(int lineBytes, int headerBytes, int bodyBytes, Duration idle) {
  /** Limits that suit searches and a page. */
  public static final Limits USUAL =
      new Limits(8 * 1024, 8 * 1024, 16 * 1024, Duration.ofSeconds(60));

  public Limits {
    if (lineBytes < 1 || headerBytes < 1 || bodyBytes < 1 || !idle.isPositive()) {
      throw new IllegalArgumentException(
          "limits must be positive: lineBytes=%d, headerBytes=%d, bodyBytes=%d, idle=%s"
              .formatted(lineBytes, headerBytes, bodyBytes, idle));
    }
  }
}
