package org.curtail.diagnose;

import java.util.List;

/**
 * Requests of similar latency, on average.
 *
 * @param fromPercentile of the requests, 0 to 100, at or below the fastest of them
 * @param toPercentile up to the slowest of them, above {@code fromPercentile}, at most 100
 * @param requests how many there are, at least 1
 * @param fromNanos latency of the fastest one
 * @param toNanos latency of the slowest one
 * @param nanos their mean parts
 */
public record LatencyGroup(
    double fromPercentile,
    double toPercentile,
    int requests,
    long fromNanos,
    long toNanos,
    CauseNanos nanos) {
  public LatencyGroup {
    if (!(fromPercentile >= 0 && fromPercentile < toPercentile && toPercentile <= 100)) {
      throw new IllegalArgumentException(
          "a group lies between two percentiles: %s, %s".formatted(fromPercentile, toPercentile));
    }
    if (requests < 1) {
      throw new IllegalArgumentException("requests must be at least 1: " + requests);
    }
  }

  /**
   * Those from a place to a later one.
   *
   * @param ascending all requests, from fast to slow
   */
  static LatencyGroup of(List<Breakdown> ascending, int from, int to) {
    double all = ascending.size();
    List<Breakdown> members = ascending.subList(from, to);
    return new LatencyGroup(
        100 * from / all,
        100 * to / all,
        members.size(),
        members.getFirst().latencyNanos(),
        members.getLast().latencyNanos(),
        CauseMean.of(members));
  }

  /** Their mean latency, rounded down: what the parts add up to. */
  public long meanNanos() {
    return nanos.sum();
  }
}
