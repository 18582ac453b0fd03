package org.curtail.benchkit.latencylog;

import org.jspecify.annotations.Nullable;

/**
 * A known layout of a log.
 *
 * @param what source of the layout as text: "as in Envoy's access log"
 * @param where file and line of this source
 * @param duration column with durations
 * @param unit unit of durations; null if unknown or if each value has its own
 * @param moment column with moments; null if there is none or if it is used only on request
 * @param isEnd true if moments are ends
 * @param momentUnit unit of moments that are numbers
 * @param seriesColumn column with the series of a row; null if there is only one series
 * @param series default series; null if unknown
 * @param remark remark on guesses for the user; null for none
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
