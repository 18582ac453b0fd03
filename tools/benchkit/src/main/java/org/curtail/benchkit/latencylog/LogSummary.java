package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a log.
 *
 * @param form what kind of log it is, in words: "CSV"
 * @param first column that was read as the latency of first attempts, in words; null if the form
 *     has none
 * @param second the same for second attempts; null if there are none
 * @param unit of the latencies; null if each has its own
 * @param moment column with the moments, and what they are, in words; null if there is none
 * @param guess what was guessed from which line, in words; "" for nothing
 * @param requests how many were handed over; of a histogram, all that it counts
 * @param pairs how many of them had a second attempt
 * @param withoutTime lines that had no latency and were left out
 * @param inOrder whether the order of what was handed over is that of sending, as far as known
 * @param notes what the user should know besides
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

  /** Of a log without requests. */
  static LogSummary ofNothing(String form) {
    return new LogSummary(form, null, null, null, null, "", 0, 0, 0, true, List.of());
  }

  /** Of a log without columns. */
  static LogSummary withoutColumns(
      String form, @Nullable LatencyUnit unit, long requests, boolean inOrder, List<String> notes) {
    return new LogSummary(form, null, null, unit, null, "", requests, 0, 0, inOrder, notes);
  }

  /** A line: what was read as what. */
  public String line() {
    return "%s requests, %s".formatted(Numbers.count(requests), described("latency", ""));
  }

  /**
   * What was read as what, without the number of requests.
   *
   * @param times what the times are called: "durations"
   * @param moments what is said of moments behind them; "" for nothing
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

  /** What the user should know of how it was read. */
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
