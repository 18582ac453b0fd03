/**
 * Options for a log of latencies: {@link org.curtail.cli.latencylog.LogOptions}. The reader of such
 * logs is {@code org.curtail.benchkit.latencylog}.
 */
@NullMarked
package org.curtail.cli.latencylog;

import org.jspecify.annotations.NullMarked;
