/**
 * Recorded requests: {@link org.curtail.traces.Span} is a piece of work as it was recorded, {@link
 * org.curtail.traces.Trace} a whole request, repaired by {@link org.curtail.traces.TraceAssembly},
 * which counts {@link org.curtail.traces.Damage}.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.SpanKind} is what a span stands for.
 *   <li>{@link org.curtail.traces.PlacedSpan} is a span at its place in a trace.
 *   <li>{@link org.curtail.traces.SelfTimes} are the times that spans worked themselves, {@link
 *       org.curtail.traces.WorkTimes} the same without calls beside them, {@link
 *       org.curtail.traces.Repeats} the calls that were sent again.
 *   <li>{@link org.curtail.traces.DamageCounts} is what was broken, by kind.
 *   <li>{@link org.curtail.traces.TraceSet} is a whole recording, {@link org.curtail.traces.Window}
 *       a stretch of it.
 * </ul>
 */
@NullMarked
package org.curtail.traces;

import org.jspecify.annotations.NullMarked;
