/**
 * Readers of recorded spans: a class for each format passes spans to a sink.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.read.SpanFiles} finds the files of a user's inputs, each a {@link
 *       org.curtail.traces.read.SpanFile}.
 *   <li>{@link org.curtail.traces.read.SpanReader} passes their spans to a {@link
 *       org.curtail.traces.read.SpanSink}, and reports on each file ({@link
 *       org.curtail.traces.read.FileRead}) and on all files ({@link
 *       org.curtail.traces.read.AllRead}).
 *   <li>{@link org.curtail.traces.read.TraceReader} assembles requests in memory.
 *   <li>{@link org.curtail.traces.read.ReadProgress} receives the progress of reading.
 * </ul>
 */
@NullMarked
package org.curtail.traces.read;

import org.jspecify.annotations.NullMarked;
