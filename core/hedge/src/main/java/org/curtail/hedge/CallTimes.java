package org.curtail.hedge;

import java.time.Duration;
import java.util.Arrays;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.TimeBuckets;

/**
 * How long calls took, to three significant digits: what is answered differs from what occurred by
 * less than 0.1 % or by 1 us. Immutable; of bounded size.
 */
public final class CallTimes {
  /** Buckets are at most a 1,024th of their times wide. */
  private static final int SHIFT = TimeBuckets.shiftFor(1.0 / 1024);

  /** Times below a microsecond are not told from each other; above an hour they are an hour. */
  private static final long LEAST_NANOS = 1_000;

  private static final long MOST_NANOS = Duration.ofHours(1).toNanos();
  private static final long FIRST = TimeBuckets.bucket(LEAST_NANOS, SHIFT);

  /** The length of counts. */
  static final int BUCKETS = Math.toIntExact(TimeBuckets.bucket(MOST_NANOS, SHIFT) - FIRST + 1);

  private static final long[] NONE = new long[BUCKETS];

  /** By bucket; not changed any more. */
  private final long[] known;

  /** Of which only is known that they took longer; not changed any more. */
  private final long[] longer;

  private final long count;
  private final long[] valuesNanos;
  private final double[] weights;

  /** By Kaplan and Meier (JASA 1958): who is out of sight at some time is like those still seen. */
  private CallTimes(long[] known, long[] longer) {
    this.known = known;
    this.longer = longer;
    count = Arrays.stream(known).sum() + Arrays.stream(longer).sum();
    double all = count;
    double atRisk = all;
    double left = 1;
    int last = -1;
    int steps = 0;
    long[] nanos = new long[BUCKETS + 1];
    double[] weight = new double[BUCKETS + 1];
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (known[bucket] > 0) {
        double after = atRisk <= known[bucket] ? 0 : left * (1 - known[bucket] / atRisk);
        nanos[steps] = nanos(bucket);
        weight[steps++] = all * (left - after);
        left = after;
      }
      if (known[bucket] > 0 || longer[bucket] > 0) {
        last = bucket;
      }
      // Who was last seen in this bucket was at risk when others of it ended.
      atRisk -= known[bucket] + longer[bucket];
    }
    if (left > 0 && last >= 0) {
      nanos[steps] = nanos(last);
      weight[steps++] = all * left;
    }
    valuesNanos = Arrays.copyOf(nanos, steps);
    weights = Arrays.copyOf(weight, steps);
  }

  /** The bucket that counts a time. */
  static int bucket(long nanos) {
    long within = Math.clamp(nanos, LEAST_NANOS, MOST_NANOS);
    return Math.toIntExact(TimeBuckets.bucket(within, SHIFT) - FIRST);
  }

  /** The greatest time of a bucket. */
  private static long nanos(int bucket) {
    return (long) TimeBuckets.millis(FIRST + bucket, SHIFT);
  }

  /**
   * Times of which all are known.
   *
   * @param counts by bucket
   */
  static CallTimes known(long[] counts) {
    return new CallTimes(counts, NONE);
  }

  /** Times some of which are only known to be longer. */
  static CallTimes estimated(long[] known, long[] longer) {
    return new CallTimes(known, longer);
  }

  /** What has been recorded since an earlier snapshot. */
  CallTimes since(CallTimes earlier) {
    return new CallTimes(difference(known, earlier.known), difference(longer, earlier.longer));
  }

  private static long[] difference(long[] of, long[] earlier) {
    long[] added = new long[BUCKETS];
    Arrays.setAll(added, bucket -> of[bucket] - earlier[bucket]);
    return added;
  }

  /** Number of calls. */
  public long count() {
    return count;
  }

  /**
   * The smallest time, in nanoseconds, that so many percent of all calls did not exceed; 0 if there
   * are no calls.
   *
   * @param percentile 0 to 100; 0 gives the smallest time, 100 the greatest
   * @throws IllegalArgumentException if it is something else
   */
  public long percentileNanos(double percentile) {
    Percentiles.check(percentile);
    if (valuesNanos.length == 0) {
      return 0;
    }
    return valuesNanos[Percentiles.rank(percentile, weights)];
  }

  /** The mean in nanoseconds; 0 if there are no calls. */
  public double meanNanos() {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * valuesNanos[i];
      weight += weights[i];
    }
    return weight == 0 ? 0 : sum / weight;
  }
}
