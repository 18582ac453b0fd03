package org.curtail.diagnose;

/**
 * A part of a request's time line, from left to right: what happened on the way, in the queue, or
 * on its critical thread.
 *
 * @param who the thread that served it; what it waited for if none did
 * @param fromNanos since the client meant to send it, at least 0
 * @param toNanos as {@code fromNanos}, and at least that
 * @param nanos what the span went to: at least 0 each, together {@code toNanos - fromNanos}. Within
 *     a span of a thread the signals tell how much of each there was, not when.
 */
public record Span(String who, long fromNanos, long toNanos, CauseNanos nanos) {
  public Span {
    if (fromNanos < 0 || toNanos < fromNanos || nanos.sum() != toNanos - fromNanos) {
      throw new IllegalArgumentException(
          "a span from %d to %d cannot hold %s".formatted(fromNanos, toNanos, nanos));
    }
  }
}
