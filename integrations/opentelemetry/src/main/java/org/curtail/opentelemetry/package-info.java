/**
 * Metrics and spans of engines and hedges, by OpenTelemetry. Runs on Java 21 or later, with the
 * OpenTelemetry API that its user provides. Names follow the semantic conventions, under {@code
 * curtail}.
 *
 * <ul>
 *   <li>{@link org.curtail.opentelemetry.EngineTelemetry} observes an engine.
 *   <li>{@link org.curtail.opentelemetry.HedgeTelemetry} observes a hedge, and traces its calls.
 * </ul>
 *
 * <p><b>Inside.</b> Counts and gauges are asynchronous instruments: a collection takes one snapshot
 * of the engine or the hedge. The end of a request or a call records its duration. {@code
 * RequestSpans} keeps the spans of running, sampled requests. {@code Attributed} has the keys of
 * all attributes.
 */
@NullMarked
package org.curtail.opentelemetry;

import org.jspecify.annotations.NullMarked;
