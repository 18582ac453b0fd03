package org.curtail.traces;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work as recorded, before any repair. Immutable.
 *
 * @param traceId id shared by all spans of a request
 * @param id id of the span within its trace
 * @param parentId id of the causing span; null for none
 * @param service service that did the work; not blank
 * @param operation operation of the service
 * @param kind kind of span
 * @param startNanos start, since the zero of the recording's clock
 * @param durationNanos duration; {@link #UNFINISHED} if no end was recorded
 * @param failed true if the span ended with an error
 * @param follows true if the recording says that the caller did not wait for this span
 * @param instance instance of the service: a process, pod or machine; empty if not recorded
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
    boolean follows,
    String instance) {
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

  /** Creates a span of an unknown instance, for which the caller may have waited. */
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
    this(
        traceId,
        id,
        parentId,
        service,
        operation,
        kind,
        startNanos,
        durationNanos,
        failed,
        false,
        "");
  }

  /** Returns a copy at an instance of the service. */
  public Span at(String place) {
    return with(traceId, id, parentId, place);
  }

  /** Returns a copy with another id and parent. */
  public Span named(String otherId, @Nullable String otherParent) {
    return with(traceId, otherId, otherParent, instance);
  }

  /** Returns a copy in another trace. */
  public Span in(String otherTrace) {
    return with(otherTrace, id, parentId, instance);
  }

  private Span with(String otherTrace, String otherId, @Nullable String otherParent, String place) {
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
        follows,
        place);
  }
}
