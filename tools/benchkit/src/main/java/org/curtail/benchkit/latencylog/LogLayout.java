package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * Where the times of a log are, as far as the log itself tells it without the names of columns.
 *
 * @param what what tells it, in words: "as in Envoy's access log"
 * @param where file and line that tell it
 * @param duration column with the durations
 * @param unit of the durations; null if each has its own or it is not known
 * @param moment column with the moments; null if there is none, or nobody takes it without being
 *     told to
 * @param isEnd whether that is the moment of the end
 * @param momentUnit of moments that are numbers
 * @param seriesColumn column that tells which series a row belongs to; null if there is one only
 * @param series the one that counts unless the user names another; null if nothing tells it
 * @param remark what the user should know of what was guessed; null for nothing
 */
record LogLayout(
    String what,
    String where,
    String duration,
    @Nullable LatencyUnit unit,
    @Nullable String moment,
    boolean isEnd,
    @Nullable LatencyUnit momentUnit,
    @Nullable String seriesColumn,
    @Nullable String series,
    @Nullable String remark) {

  static LogLayout of(String what, String where, String duration, @Nullable LatencyUnit unit) {
    return new LogLayout(what, where, duration, unit, null, false, null, null, null, null);
  }

  LogLayout withMoment(@Nullable String column, boolean end, @Nullable LatencyUnit ofNumbers) {
    return new LogLayout(
        what, where, duration, unit, column, end, ofNumbers, seriesColumn, series, remark);
  }

  LogLayout withSeries(String column, @Nullable String name) {
    return new LogLayout(
        what, where, duration, unit, moment, isEnd, momentUnit, column, name, remark);
  }

  LogLayout withRemark(@Nullable String text) {
    return new LogLayout(
        what, where, duration, unit, moment, isEnd, momentUnit, seriesColumn, series, text);
  }
}
