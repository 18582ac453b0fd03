package org.curtail.traces;

/**
 * A repaired span of a {@link Trace}. Immutable.
 *
 * @param parent number of the parent span; -1 for the root
 * @param service service that did the work
 * @param operation operation of the service
 * @param kind kind of span
 * @param startNanos start, since the zero of the recording's clock
 * @param durationNanos duration
 * @param failed true if the span ended with an error
 * @param instance instance of the service; empty if not recorded
 */
public record PlacedSpan(
    int parent,
    String service,
    String operation,
    SpanKind kind,
    long startNanos,
    long durationNanos,
    boolean failed,
    String instance) {}
