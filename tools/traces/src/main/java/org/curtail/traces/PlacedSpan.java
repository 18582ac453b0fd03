package org.curtail.traces;

/**
 * A span at its place in a {@link Trace}, repaired. Immutable.
 *
 * @param parent place of the span that it is below; -1 for the root
 * @param service which did the work
 * @param operation what it did
 * @param kind what the span stands for
 * @param startNanos when it began, since whatever the recording counts from
 * @param durationNanos how long it took
 * @param failed whether it ended with an error
 */
public record PlacedSpan(
    int parent,
    String service,
    String operation,
    SpanKind kind,
    long startNanos,
    long durationNanos,
    boolean failed) {}
