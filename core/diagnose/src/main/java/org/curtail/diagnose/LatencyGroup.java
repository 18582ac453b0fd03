package org.curtail.diagnose;

import java.util.List;

/**
 * The mean of requests with similar latency.
 *
 * @param fromPercentile percentile of the fastest request, 0 to 100
 * @param toPercentile percentile of the slowest request, above {@code fromPercentile}, at most 100
 * @param requests number of requests, at least 1
 * @param fromNanos latency of the fastest request
 * @param toNanos latency of the slowest request
 * @param nanos mean time of each cause
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
   * Returns the group of the requests from an index to another, excluded.
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
        CauseNanos.mean(members));
  }

  /** Returns the mean latency of the requests, rounded down. */
  public long meanNanos() {
    return nanos.sum();
  }
}
