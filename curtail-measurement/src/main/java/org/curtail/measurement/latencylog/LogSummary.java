package org.curtail.measurement.latencylog;

import java.util.ArrayList;
import java.util.List;
import org.curtail.measurement.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a log.
 *
 * @param form what kind of log it is, in words: "CSV"
 * @param first column that was read as the latency of first attempts; null if the form has none
 * @param second the same for second attempts; null if there are none
 * @param unit of the latencies
 * @param requests how many were handed over; of a histogram, all that it counts
 * @param pairs how many of them had a second attempt
 * @param withoutTime lines that had no latency and were left out
 * @param inOrder whether the order of what was handed over is that of sending, as far as known
 * @param coarse how exact the form itself is, in words; null if it has each latency
 */
public record LogSummary(
    String form,
    @Nullable String first,
    @Nullable String second,
    LatencyUnit unit,
    long requests,
    long pairs,
    long withoutTime,
    boolean inOrder,
    @Nullable String coarse) {

  /** A line: what was read as what. */
  public String line() {
    var text = new StringBuilder("%s requests, %s".formatted(Numbers.count(requests), form));
    if (first != null) {
      text.append(", latency in ").append(first);
    }
    if (second != null) {
      text.append(", that of second attempts in ").append(second);
    }
    return text.append(", ").append(unit.words()).toString();
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
    if (coarse != null) {
      remarks.add(coarse);
    }
    return remarks;
  }
}
