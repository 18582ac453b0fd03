/**
 * Logs of latencies as services write them: tables with named columns (CSV, TSV, JSON lines),
 * access logs, a number a line, and HdrHistogram's files. {@link
 * org.curtail.benchkit.latencylog.LatencyLog} hands over one attempt after the other.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.latencylog.LogColumns} is the user's description of a log.
 *   <li>{@link org.curtail.benchkit.latencylog.LatencyUnit} is the unit of its times, which may be
 *       in the name of a column.
 *   <li>{@link org.curtail.benchkit.latencylog.LoggedAttempts} receives the attempts.
 *   <li>{@link org.curtail.benchkit.latencylog.CsvTable} is any {@link
 *       org.curtail.benchkit.latencylog.LogTable} of comma-separated values, in {@link
 *       org.curtail.benchkit.latencylog.LogLines}.
 *   <li>{@link org.curtail.benchkit.latencylog.TimedLog} reads durations and arrivals of requests:
 *       {@link org.curtail.benchkit.latencylog.TimedRequests}. Both readers read the same files in
 *       the same way.
 *   <li>{@link org.curtail.benchkit.latencylog.LogSummary} is a summary in words.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.NullMarked;
