package org.curtail.reissue;

import org.curtail.reissue.times.CollapsingBuckets;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.TimeBuckets;

/**
 * Any number of times in bounded memory, for large logs and for services that never end. A time
 * becomes the upper end of a narrow bucket, so it grows by at most the factor 1 + e, where e is the
 * {@link #relativeError}. Counts stay exact. Consequences:
 *
 * <ul>
 *   <li>a percentile is at least the true one, and at most 1 + e times the true one;
 *   <li>the share of requests without an answer is exact for each delay among the {@link #millis}
 *       of the first times, as all planned delays are;
 *   <li>a policy with such delays sends the predicted share of copies;
 *   <li>each percentile with such a policy is between the prediction divided by 1 + e and the
 *       prediction;
 *   <li>the latency of a plan from sketches is at most (1 + e)^2 times the best for that budget.
 * </ul>
 *
 * <p>If the buckets are too many, each two neighbours become one, and the relative error doubles.
 * Deterministic. If two sketches have the same settings, their merge equals the sketch of all their
 * times. Not thread-safe.
 *
 * <p>Like DDSketch and UDDSketch (uniform collapse), but buckets begin at binary digits, not at
 * powers.
 */
public final class LatencySketch {
  private final CollapsingBuckets buckets;

  /** Creates a sketch with a relative error of 0.001 and 65,536 buckets: at most about 2 MB. */
  public LatencySketch() {
    this(0.001, 1 << 16);
  }

  /**
   * Creates an empty sketch.
   *
   * @param relativeError initial error, from 1e-6 to 1; rounded down to a power of 1/2
   * @param maxBuckets greatest number of buckets, at least 16
   */
  public LatencySketch(double relativeError, int maxBuckets) {
    this(new CollapsingBuckets(relativeError, maxBuckets, (key, doublings) -> key >> doublings));
  }

  private LatencySketch(CollapsingBuckets buckets) {
    this.buckets = buckets;
  }

  /** Adds a time. */
  public void add(double millis) {
    add(millis, 1);
  }

  /**
   * Adds a weighted time.
   *
   * @param millis time in milliseconds: finite, at least 0
   * @param weight weight of the time: finite, more than 0
   */
  public void add(double millis, double weight) {
    buckets.add(TimeBuckets.bucket(millis, shift()), weight);
  }

  /** Adds all times of another sketch, which is not modified. */
  public void merge(LatencySketch other) {
    buckets.merge(other.buckets);
  }

  /** Returns a copy with buckets of at least this width. */
  LatencySketch noFinerThan(int leastShift) {
    return new LatencySketch(buckets.noFinerThan(leastShift));
  }

  int shift() {
    return buckets.shift();
  }

  /** Returns the total weight; without weights, the number of times. */
  public double weight() {
    return buckets.counts().total();
  }

  public boolean isEmpty() {
    return buckets.counts().size() == 0;
  }

  /** Returns the greatest relative growth of a time. Merging buckets doubles this error. */
  public double relativeError() {
    return buckets.relativeError();
  }

  /** Returns the distinct times, ascending: the upper ends of buckets. */
  public double[] millis() {
    long[] keys = buckets.counts().ascendingKeys();
    double[] millis = new double[keys.length];
    for (int i = 0; i < keys.length; i++) {
      millis[i] = TimeBuckets.millis(keys[i], shift());
    }
    return millis;
  }

  /** Returns the weights of {@link #millis}, in the same order. */
  public double[] weights() {
    return buckets.counts().weights(buckets.counts().ascendingKeys());
  }

  /**
   * Returns a percentile of the times by nearest rank.
   *
   * @param percentile percentile from 0 to 100
   * @throws IllegalStateException if the sketch is empty
   */
  public double percentileMillis(double percentile) {
    Percentiles.check(percentile);
    if (isEmpty()) {
      throw new IllegalStateException("an empty sketch has no percentiles");
    }
    return millis()[Percentiles.rank(percentile, weights())];
  }

  /**
   * Returns attempt times for copies that have the distribution of first attempts and are
   * independent of them.
   */
  public AttemptTimes attemptTimes() {
    return attemptTimes(this);
  }

  /**
   * Returns attempt times with independent times of copies.
   *
   * @throws IllegalArgumentException if one of the two sketches is empty
   */
  public AttemptTimes attemptTimes(LatencySketch second) {
    return AttemptTimes.independent(millis(), weights(), second.millis(), second.weights());
  }
}
