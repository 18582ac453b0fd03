package org.curtail.measurement.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * Where the times of a log are, as far as the user says it.
 *
 * @param first column with the latency of the first attempt; null if the log tells it
 * @param second column with the latency of a second attempt, counted from when that was sent; null
 *     if there is none, or the log tells it
 * @param time column with the time at which the request was sent; null if lines are in that order
 * @param unit of the latencies; null if the name of the column tells it
 */
public record LogColumns(
    @Nullable String first,
    @Nullable String second,
    @Nullable String time,
    @Nullable LatencyUnit unit) {
  /** The user says nothing. */
  public static final LogColumns UNSAID = new LogColumns(null, null, null, null);
}
