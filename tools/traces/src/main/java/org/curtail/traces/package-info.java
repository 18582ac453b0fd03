/**
 * Recorded requests. A {@link org.curtail.traces.Span} is a piece of work as recorded. A {@link
 * org.curtail.traces.Trace} is a whole request. {@link org.curtail.traces.TraceAssembly} builds
 * traces from spans, and repairs and counts {@link org.curtail.traces.Damage}.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.SpanKind}: kinds of spans.
 *   <li>{@link org.curtail.traces.PlacedSpan}: a repaired span of a trace.
 *   <li>{@link org.curtail.traces.SelfTimes}: self times of spans; {@link
 *       org.curtail.traces.WorkTimes}: self times without waits for sibling calls; {@link
 *       org.curtail.traces.Repeats}: repeated calls.
 *   <li>{@link org.curtail.traces.DamageCounts}: counts of damage by kind.
 *   <li>{@link org.curtail.traces.TraceSet}: a whole recording; {@link org.curtail.traces.Window}:
 *       an interval of a recording.
 * </ul>
 */
@NullMarked
package org.curtail.traces;

import org.jspecify.annotations.NullMarked;
