package org.curtail.diagnose;

import java.util.BitSet;

/**
 * Which samples can be trusted (SHIM, ISCA 2015): clock before and after; an interval counts if both
 * clocks say it was equally long.
 *
 * @param kept intervals that count: bit i is the one from sample i to sample i + 1
 * @param intervals that there are
 * @param passRate share of intervals that count, of those that are no gaps; NaN without any
 * @param gaps intervals in which the observer did not run
 * @param epsilon how far the two clocks may differ, as a share of the interval
 * @param medianIntervalNanos from sample to sample
 */
public record Fidelity(
    BitSet kept, int intervals, double passRate, int gaps, double epsilon, long medianIntervalNanos) {
  /** How exact the filter can be at an interval, given how exact the clock is. */
  public static double epsilon(long intervalNanos) {
    throw new UnsupportedOperationException();
  }

  /** Of readings of the clock before and after each sample, equally many. */
  public static Fidelity of(long[] beforeNanos, long[] afterNanos) {
    throw new UnsupportedOperationException();
  }
}
