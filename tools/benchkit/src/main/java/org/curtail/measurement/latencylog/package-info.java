/**
 * Logs of latencies as services write them: tables with named columns (CSV, TSV, JSON lines),
 * access logs, a number a line, and what HdrHistogram writes. {@link
 * org.curtail.measurement.latencylog.LatencyLog} hands over one attempt after the other.
 *
 * <ul>
 *   <li>{@link org.curtail.measurement.latencylog.LogColumns} is what the user says of a log.
 *   <li>{@link org.curtail.measurement.latencylog.LatencyUnit} is the unit of its times, which the
 *       name of a column may tell.
 *   <li>{@link org.curtail.measurement.latencylog.LoggedAttempts} takes what is read.
 *   <li>{@link org.curtail.measurement.latencylog.CsvTable} is any {@link
 *       org.curtail.measurement.latencylog.LogTable} of comma-separated values, in {@link
 *       org.curtail.measurement.latencylog.LogLines}.
 *   <li>{@link org.curtail.measurement.latencylog.TimedLog} reads how long requests took and when:
 *       {@link org.curtail.measurement.latencylog.TimedRequests}. Both read the same files in the
 *       same way.
 *   <li>{@link org.curtail.measurement.latencylog.LogSummary} is what was found, in words.
 * </ul>
 */
@NullMarked
package org.curtail.measurement.latencylog;

import org.jspecify.annotations.NullMarked;
