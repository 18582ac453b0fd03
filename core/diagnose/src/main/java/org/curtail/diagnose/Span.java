package org.curtail.diagnose;

/**
 * A part of a request's time line, in order: on the way, in the queue, or on its critical thread.
 *
 * @param who the thread that served it; without one, the reason of its wait
 * @param fromNanos since the intended send, at least 0
 * @param toNanos since the intended send, at least {@code fromNanos}
 * @param nanos times by cause: at least 0 each, together {@code toNanos - fromNanos}. Within a span
 *     of a thread the signals give amounts, not moments.
 */
public record Span(String who, long fromNanos, long toNanos, CauseNanos nanos) {
  public Span {
    if (fromNanos < 0 || toNanos < fromNanos || nanos.sum() != toNanos - fromNanos) {
      throw new IllegalArgumentException(
          "a span from %d to %d cannot hold %s".formatted(fromNanos, toNanos, nanos));
    }
  }
}
