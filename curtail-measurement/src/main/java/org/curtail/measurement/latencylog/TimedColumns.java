package org.curtail.measurement.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * Where durations and moments are in a log, as far as the user says it.
 *
 * @param duration column with the durations; null if the log tells it
 * @param unit of the durations; null if the name of the column tells it
 * @param moment column with the moment at which a request arrived or ended; null if there is none
 * @param isEnd whether that is the moment of the end, as access logs have it
 * @param momentUnit of moments that are numbers; null if the name of the column tells it
 */
public record TimedColumns(
    @Nullable String duration,
    @Nullable LatencyUnit unit,
    @Nullable String moment,
    boolean isEnd,
    @Nullable LatencyUnit momentUnit) {}
