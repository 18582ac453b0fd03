package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * The user's description of a log.
 *
 * @param first column with the duration, or the latency of the first attempt; null if the log tells
 *     it
 * @param second column with the latency of a copy, counted from its sending; null if there is none,
 *     or the log tells it
 * @param moment column with the moment of sending, arrival, or end; null if the user names none
 * @param isEnd true if that is the moment of the end
 * @param unit of the durations; null if the log tells it
 * @param momentUnit of moments that are numbers; null if the log tells it
 * @param series the series to read: a tag of an HdrHistogram log, a metric of k6; null if there is
 *     one only, or the log tells it
 */
public record LogColumns(
    @Nullable String first,
    @Nullable String second,
    @Nullable String moment,
    boolean isEnd,
    @Nullable LatencyUnit unit,
    @Nullable LatencyUnit momentUnit,
    @Nullable String series) {
  /** No description by the user. */
  public static final LogColumns UNSAID = new LogColumns(null, null, null, false, null, null, null);

  /** Columns of a log of attempts; its moments are those of sending. */
  public static LogColumns ofAttempts(
      @Nullable String first,
      @Nullable String second,
      @Nullable String sent,
      @Nullable LatencyUnit unit) {
    return new LogColumns(first, second, sent, false, unit, null, null);
  }

  /** Columns of a log of durations. */
  public static LogColumns ofDurations(
      @Nullable String duration,
      @Nullable LatencyUnit unit,
      @Nullable String moment,
      boolean isEnd,
      @Nullable LatencyUnit momentUnit) {
    return new LogColumns(duration, null, moment, isEnd, unit, momentUnit, null);
  }

  /** The same columns, for one of several series. */
  public LogColumns ofSeries(@Nullable String name) {
    return new LogColumns(first, second, moment, isEnd, unit, momentUnit, name);
  }

  /** The same columns without that of moments. */
  public LogColumns withoutMoment() {
    return new LogColumns(first, second, null, false, unit, null, series);
  }
}
