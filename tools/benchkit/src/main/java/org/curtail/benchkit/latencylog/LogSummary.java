package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a log.
 *
 * @param form kind of log as text: "CSV"
 * @param first text on the column of latencies of original attempts; null without columns
 * @param second text on the column of latencies of copies; null without copies
 * @param unit unit of latencies; null if each value has its own
 * @param moment text on the column of moments; null without moments
 * @param guess text on guesses and their source line; "" for none
 * @param requests number of requests; the total of a histogram
 * @param pairs number of requests with a copy
 * @param withoutTime number of lines without a latency, which were left out
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

  /** Returns the summary of a log without requests. */
  static LogSummary ofNothing(String form) {
    return new LogSummary(form, null, null, null, null, "", 0, 0, 0, true, List.of());
  }

  static LogSummary withoutColumns(
      String form, @Nullable LatencyUnit unit, long requests, boolean inOrder, List<String> notes) {
    return new LogSummary(form, null, null, unit, null, "", requests, 0, 0, inOrder, notes);
  }

  /** Returns a line on the meaning of the columns. */
  public String line() {
    return "%s requests, %s".formatted(Numbers.count(requests), described("latency", ""));
  }

  /**
   * Returns a text on the columns, without the number of requests.
   *
   * @param times name of the times: "durations"
   * @param moments text on moments after it; "" for none
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

  /** Returns remarks for the user. */
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
