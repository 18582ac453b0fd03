/**
 * Recordings of spans, read: a class for each format hands spans to a sink.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.read.SpanFiles} are the files of what a user names, each a {@link
 *       org.curtail.traces.read.SpanFile}.
 *   <li>{@link org.curtail.traces.read.SpanReader} reads them for any {@link
 *       org.curtail.traces.read.SpanSink}, and says what it found in each and in all: {@link
 *       org.curtail.traces.read.FileRead}, {@link org.curtail.traces.read.AllRead}.
 *   <li>{@link org.curtail.traces.read.TraceReader} makes requests of them in memory.
 *   <li>{@link org.curtail.traces.read.ReadProgress} is told how far reading has come.
 * </ul>
 */
@NullMarked
package org.curtail.traces.read;

import org.jspecify.annotations.NullMarked;
