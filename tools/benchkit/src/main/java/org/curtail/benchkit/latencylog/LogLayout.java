package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * The layout of a log that is known without the names of columns.
 *
 * @param what the source of that knowledge, in words: "as in Envoy's access log"
 * @param where its file and line
 * @param duration column with the durations
 * @param unit of the durations; null if each has its own or it is unknown
 * @param moment column with the moments; null if there is none, or it is used only on request
 * @param isEnd true if these are the moments of the end
 * @param momentUnit of moments that are numbers
 * @param seriesColumn column with the series of a row; null if there is one only
 * @param series the one that counts unless the user names another; null if unknown
 * @param remark on guesses, for the user; null for none
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
