package org.curtail.runtime;

import org.HdrHistogram.AtomicHistogram;
import org.curtail.Percentile;

/**
 * How often which values occurred, to three significant digits: what is answered differs from what
 * occurred by less than 0.1 % or, for times, by 1 us. Immutable; of bounded size.
 */
public final class Histogram {
  /** Not changed any more. */
  private final AtomicHistogram values;

  private final long beyond;

  Histogram(AtomicHistogram values, long beyond) {
    this.values = values;
    this.beyond = beyond;
  }

  /** Number of values. */
  public long count() {
    return values.getTotalCount();
  }

  /**
   * How many of them were greater than the greatest value that is kept (an hour, 10,000 threads, a
   * million chunks) and were taken for that.
   */
  public long countBeyond() {
    return beyond;
  }

  /** Number of values of at most this: a cumulative bucket, for systems that are sent such. */
  public long countUpTo(long value) {
    return value < 0
        ? 0
        : values.getCountBetweenValues(0, Math.min(value, values.getHighestTrackableValue()));
  }

  /**
   * The smallest value that so many percent of all values do not exceed; 0 if there are none.
   *
   * @param percentile 0 to 100; 0 gives the smallest value, 100 the greatest
   * @throws IllegalArgumentException if it is something else
   */
  public long percentile(double percentile) {
    Percentile.check(percentile);
    return count() == 0 ? 0 : values.getValueAtPercentile(percentile);
  }

  /** The mean; 0 if there are no values. */
  public double mean() {
    return count() == 0 ? 0 : values.getMean();
  }

  /** What has been recorded since an earlier snapshot of the same histogram. */
  Histogram since(Histogram earlier) {
    AtomicHistogram added = values.copy();
    added.subtract(earlier.values);
    return new Histogram(added, Math.max(beyond - earlier.beyond, 0));
  }
}
