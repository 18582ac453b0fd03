package org.curtail.diagnose;

import java.util.List;

/**
 * The distribution of latency, by cause, kept up to date as requests end: in buckets of latency,
 * each at most 1/16 wide. Safe for all threads.
 */
public final class CauseCdf {
  /**
   * A step of the distribution.
   *
   * @param latencyNanos the largest latency of the step
   * @param percentile of requests that took at most that
   * @param requests in this step
   * @param nanos their parts, on average
   */
  public record Point(long latencyNanos, double percentile, long requests, CauseNanos nanos) {}

  /** Counts a request. */
  public void add(Breakdown request) {
    throw new UnsupportedOperationException();
  }

  /** From fast to slow; empty if there was no request. */
  public List<Point> points() {
    throw new UnsupportedOperationException();
  }
}
