package org.curtail.runtime;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * How often which values occurred, to three significant digits: what is answered differs from what
 * occurred by less than 0.1 % or, for times, by 1 us. Immutable; of bounded size.
 */
public final class Histogram {
  /** Buckets are one unit wide for the first 2^11 units, then twice as wide from each doubling. */
  private static final int DIGITS = 11;

  private static final int HALF = 1 << (DIGITS - 1);

  /** By bucket; not changed any more. */
  private final long[] counts;

  private final int unitBits;
  private final long beyond;
  private final long count;

  /**
   * Of counts that nobody changes any more.
   *
   * @param unitBits a unit is two to the power of it
   */
  Histogram(long[] counts, int unitBits, long beyond) {
    this.counts = counts;
    this.unitBits = unitBits;
    this.beyond = beyond;
    count = Arrays.stream(counts).sum();
  }

  /** The bucket that counts a value of at least 0. */
  static int bucket(long value, int unitBits) {
    long units = value >>> unitBits;
    int doublings = Math.max(0, Long.SIZE - DIGITS - Long.numberOfLeadingZeros(units));
    return doublings * HALF + (int) (units >>> doublings);
  }

  /** The least value of a bucket. */
  private long from(int bucket) {
    int doublings = Math.max(0, bucket / HALF - 1);
    return (long) (bucket - doublings * HALF) << doublings << unitBits;
  }

  /** Number of values. */
  public long count() {
    return count;
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
    long upTo = 0;
    for (int bucket = 0; bucket < counts.length && from(bucket) <= value; bucket++) {
      upTo += counts[bucket];
    }
    return upTo;
  }

  /**
   * The smallest value that so many percent of all values do not exceed; 0 if there are none.
   *
   * @param percentile 0 to 100; 0 gives the smallest value, 100 the greatest
   * @throws IllegalArgumentException if it is something else
   */
  public long percentile(double percentile) {
    Percentile.check(percentile);
    if (count == 0) {
      return 0;
    }
    double needed = Percentile.weightToReach(percentile, count);
    int bucket = -1;
    long reached = 0;
    while (reached == 0 || reached < needed) {
      reached += counts[++bucket];
    }
    return from(bucket + 1) - 1;
  }

  /** The mean; 0 if there are no values. */
  public double mean() {
    double sum = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      if (counts[bucket] > 0) {
        sum += counts[bucket] * ((from(bucket) + from(bucket + 1) - 1) / 2.0);
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  /** What has been recorded since an earlier snapshot of the same histogram. */
  Histogram since(Histogram earlier) {
    long[] added = new long[counts.length];
    Arrays.setAll(added, bucket -> counts[bucket] - earlier.counts[bucket]);
    return new Histogram(added, unitBits, Math.max(beyond - earlier.beyond, 0));
  }
}
