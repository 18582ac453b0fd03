package org.curtail.diagnose;

/**
 * A part of a request's time line: on the network, in a queue, or on the critical thread.
 *
 * @param who name of the thread that served the request; without a thread, the reason of the wait
 * @param fromNanos start since the intended send, at least 0
 * @param toNanos end since the intended send, at least {@code fromNanos}
 * @param nanos times by cause: at least 0 each, in total {@code toNanos - fromNanos}
 */
public record Span(String who, long fromNanos, long toNanos, CauseNanos nanos) {
  public Span {
    if (fromNanos < 0 || toNanos < fromNanos || nanos.sum() != toNanos - fromNanos) {
      throw new IllegalArgumentException(
          "a span from %d to %d cannot hold %s".formatted(fromNanos, toNanos, nanos));
    }
  }
}
