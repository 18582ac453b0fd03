package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a log that was read.
 *
 * @param form kind of log, in words: "CSV"
 * @param first column read as the latency of first attempts, in words; null if the form has none
 * @param second the same for copies; null if there are none
 * @param unit of the latencies; null if each has its own
 * @param moment column with the moments, and their meaning, in words; null if there is none
 * @param guess guesses and the line that they rest on, in words; "" for none
 * @param requests number of requests handed over; for a histogram, its total
 * @param pairs number of these with a copy
 * @param withoutTime lines without a latency, which were left out
 * @param inOrder true if the requests are in order of sending, as far as known
 * @param notes further remarks for the user
 */
public record LogSummary(
    String form,
    @Nullable String first,
    @Nullable String second,
    @Nullable LatencyUnit unit,
    @Nullable String moment,
    String guess,
    long requests,
    long pairs,
    long withoutTime,
    boolean inOrder,
    List<String> notes) {
  public LogSummary {
    notes = List.copyOf(notes);
  }

  /** Summary of a log without requests. */
  static LogSummary ofNothing(String form) {
    return new LogSummary(form, null, null, null, null, "", 0, 0, 0, true, List.of());
  }

  static LogSummary withoutColumns(
      String form, @Nullable LatencyUnit unit, long requests, boolean inOrder, List<String> notes) {
    return new LogSummary(form, null, null, unit, null, "", requests, 0, 0, inOrder, notes);
  }

  /** A line that tells how the columns were read. */
  public String line() {
    return "%s requests, %s".formatted(Numbers.count(requests), described("latency", ""));
  }

  /**
   * Description of the columns as they were read, without the number of requests.
   *
   * @param times name of the times: "durations"
   * @param moments text about moments behind them; "" for none
   */
  String described(String times, String moments) {
    var text = new StringBuilder(form);
    if (first != null) {
      text.append(", ").append(times).append(" in ").append(first);
    }
    if (second != null) {
      text.append(", that of second attempts in ").append(second);
    }
    text.append(", ").append(unit == null ? "each with its unit" : unit.words());
    if (!moments.isEmpty()) {
      text.append(", ").append(moments);
    }
    return guess.isEmpty() ? text.toString() : text.append(" (" + guess + ")").toString();
  }

  /** Remarks for the user on the reading. */
  public List<String> remarks() {
    var remarks = new ArrayList<String>();
    if (withoutTime > 0) {
      boolean one = withoutTime == 1;
      remarks.add(
          "%s no latency%s and %s left out"
              .formatted(
                  one ? "1 line has" : Numbers.count(withoutTime) + " lines have",
                  first == null ? "" : " in column " + first,
                  one ? "is" : "are"));
    }
    remarks.addAll(notes);
    return remarks;
  }
}
