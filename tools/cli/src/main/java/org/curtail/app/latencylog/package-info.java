/**
 * How the line of a command names a log of latencies: {@link
 * org.curtail.app.latencylog.LogOptions}. Reading it is {@code org.curtail.measurement.latencylog}.
 */
@NullMarked
package org.curtail.app.latencylog;

import org.jspecify.annotations.NullMarked;
