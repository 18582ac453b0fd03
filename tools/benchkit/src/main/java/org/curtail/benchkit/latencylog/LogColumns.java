package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * Where the times of a log are, as far as the user says it.
 *
 * @param first column with the duration, or the latency of the first attempt; null if the log tells
 *     it
 * @param second column with the latency of a second attempt, counted from when that was sent; null
 *     if there is none, or the log tells it
 * @param moment column with the moment at which the request was sent or arrived, or ended; null if
 *     the user names none
 * @param isEnd whether that is the moment of the end
 * @param unit of the durations; null if the log tells it
 * @param momentUnit of moments that are numbers; null if the log tells it
 * @param series which of several the log's rows belong to: a tag of an HdrHistogram log, a metric
 *     of k6; null if there is one only, or the log tells it
 */
public record LogColumns(
    @Nullable String first,
    @Nullable String second,
    @Nullable String moment,
    boolean isEnd,
    @Nullable LatencyUnit unit,
    @Nullable LatencyUnit momentUnit,
    @Nullable String series) {
  /** The user says nothing. */
  public static final LogColumns UNSAID = new LogColumns(null, null, null, false, null, null, null);

  /** Of a log of attempts, whose column of moments has those of sending. */
  public static LogColumns ofAttempts(
      @Nullable String first,
      @Nullable String second,
      @Nullable String sent,
      @Nullable LatencyUnit unit) {
    return new LogColumns(first, second, sent, false, unit, null, null);
  }

  /** Of a log of durations. */
  public static LogColumns ofDurations(
      @Nullable String duration,
      @Nullable LatencyUnit unit,
      @Nullable String moment,
      boolean isEnd,
      @Nullable LatencyUnit momentUnit) {
    return new LogColumns(duration, null, moment, isEnd, unit, momentUnit, null);
  }

  /** The same, of one series of several. */
  public LogColumns ofSeries(@Nullable String name) {
    return new LogColumns(first, second, moment, isEnd, unit, momentUnit, name);
  }

  /** The same without the column of moments. */
  public LogColumns withoutMoment() {
    return new LogColumns(first, second, null, false, unit, null, series);
  }
}
