/**
 * Options for a log of latencies: {@link org.curtail.cli.latencylog.LogOptions}. Its reader is
 * {@code org.curtail.benchkit.latencylog}.
 */
@NullMarked
package org.curtail.cli.latencylog;

import org.jspecify.annotations.NullMarked;
