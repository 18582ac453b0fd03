package org.curtail.traces;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work as it was recorded, before anything is repaired. Immutable.
 *
 * @param traceId what all spans of a request share
 * @param id of the span within its trace
 * @param parentId of the span that caused it; null if none did
 * @param service which did the work; not blank
 * @param operation what it did
 * @param kind what the span stands for
 * @param startNanos when it began, since whatever the recording counts from
 * @param durationNanos how long it took; {@link #UNFINISHED} if nobody recorded its end
 * @param failed whether it ended with an error
 * @param follows whether the recording says that its caller did not wait for it
 */
public record Span(
    String traceId,
    String id,
    @Nullable String parentId,
    String service,
    String operation,
    SpanKind kind,
    long startNanos,
    long durationNanos,
    boolean failed,
    boolean follows) {
  /** Duration of a span without an end. */
  public static final long UNFINISHED = -1;

  public Span {
    if (service.isBlank()) {
      throw new IllegalArgumentException("the service of a span must not be blank");
    }
    if (durationNanos < UNFINISHED) {
      throw new IllegalArgumentException("duration must be at least 0 ns: " + durationNanos);
    }
  }

  /** A span of which nothing is said but what its kind says: its caller may have waited. */
  public Span(
      String traceId,
      String id,
      @Nullable String parentId,
      String service,
      String operation,
      SpanKind kind,
      long startNanos,
      long durationNanos,
      boolean failed) {
    this(traceId, id, parentId, service, operation, kind, startNanos, durationNanos, failed, false);
  }

  /** The same span with another id and parent. */
  public Span named(String otherId, @Nullable String otherParent) {
    return with(traceId, otherId, otherParent);
  }

  /** The same span of another trace. */
  public Span in(String otherTrace) {
    return with(otherTrace, id, parentId);
  }

  private Span with(String otherTrace, String otherId, @Nullable String otherParent) {
    return new Span(
        otherTrace,
        otherId,
        otherParent,
        service,
        operation,
        kind,
        startNanos,
        durationNanos,
        failed,
        follows);
  }
}
