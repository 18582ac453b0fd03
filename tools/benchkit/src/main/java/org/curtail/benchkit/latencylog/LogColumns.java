package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * The user's description of a log. Null values follow from the log.
 *
 * @param first column with the duration, or the latency of the original attempt; may be null
 * @param second column with the latency of a copy since its sending; may be null
 * @param moment column with the moment of sending, arrival, or end; may be null
 * @param isEnd true if {@code moment} is the end
 * @param unit unit of durations; may be null
 * @param momentUnit unit of moments that are numbers; may be null
 * @param series series to read: a tag of an HdrHistogram log, or a metric of k6; may be null
 */
public record LogColumns(
    @Nullable String first,
    @Nullable String second,
    @Nullable String moment,
    boolean isEnd,
    @Nullable LatencyUnit unit,
    @Nullable LatencyUnit momentUnit,
    @Nullable String series) {
  /** An empty description. */
  public static final LogColumns UNSAID = new LogColumns(null, null, null, false, null, null, null);

  /** Returns columns of a log of attempts with moments of sending. */
  public static LogColumns ofAttempts(
      @Nullable String first,
      @Nullable String second,
      @Nullable String sent,
      @Nullable LatencyUnit unit) {
    return new LogColumns(first, second, sent, false, unit, null, null);
  }

  /** Returns columns of a log of durations. */
  public static LogColumns ofDurations(
      @Nullable String duration,
      @Nullable LatencyUnit unit,
      @Nullable String moment,
      boolean isEnd,
      @Nullable LatencyUnit momentUnit) {
    return new LogColumns(duration, null, moment, isEnd, unit, momentUnit, null);
  }

  /** Returns these columns for another series. */
  public LogColumns ofSeries(@Nullable String name) {
    return new LogColumns(first, second, moment, isEnd, unit, momentUnit, name);
  }

  /** Returns these columns without moments. */
  public LogColumns withoutMoment() {
    return new LogColumns(first, second, null, false, unit, null, series);
  }
}
