/**
 * Recordings of spans, read: {@link org.curtail.traces.read.TraceReader} is the entry. A class for
 * each format hands spans to a sink, which groups them by trace.
 */
@NullMarked
package org.curtail.traces.read;

import org.jspecify.annotations.NullMarked;
