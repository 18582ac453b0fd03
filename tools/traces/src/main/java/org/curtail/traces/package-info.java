/**
 * Recorded requests: {@link org.curtail.traces.Span} is a piece of work as recorded, {@link
 * org.curtail.traces.Trace} a whole request, repaired by {@link org.curtail.traces.TraceAssembly},
 * which counts {@link org.curtail.traces.Damage}.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.SpanKind}: kinds of spans.
 *   <li>{@link org.curtail.traces.PlacedSpan}: a span at its place in a trace.
 *   <li>{@link org.curtail.traces.SelfTimes}: self times of spans; {@link
 *       org.curtail.traces.WorkTimes}: the same without calls beside them; {@link
 *       org.curtail.traces.Repeats}: repeated calls.
 *   <li>{@link org.curtail.traces.DamageCounts}: counts of damage by kind.
 *   <li>{@link org.curtail.traces.TraceSet}: a whole recording; {@link org.curtail.traces.Window}:
 *       an interval of it.
 * </ul>
 */
@NullMarked
package org.curtail.traces;

import org.jspecify.annotations.NullMarked;
