/**
 * How the line of a command names a log of latencies: {@link
 * org.curtail.cli.latencylog.LogOptions}. Reading it is {@code org.curtail.benchkit.latencylog}.
 */
@NullMarked
package org.curtail.cli.latencylog;

import org.jspecify.annotations.NullMarked;
