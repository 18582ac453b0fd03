package org.curtail.reissue;

import org.curtail.reissue.times.CollapsingBuckets;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.TimeBuckets;

/**
 * Any number of times in bounded memory, for logs that do not fit into it, and for services that
 * never end. A time becomes the upper end of a narrow bucket: it grows by no more than {@link
 * #relativeError} of itself. Counts stay exact, and so do their consequences:
 *
 * <ul>
 *   <li>a percentile is at least the true one, and exceeds it by no more than the relative error e;
 *   <li>for a delay among the {@link #millis} of the first times, as every planned delay is, the
 *       share of requests without an answer is exact;
 *   <li>so a policy with such delays sends the predicted share of copies, and the latency at each
 *       percentile lies between the prediction divided by 1 + e and the prediction;
 *   <li>the latency of a plan from sketches is at most (1 + e)^2 times the best for that budget.
 * </ul>
 *
 * <p>If there are more buckets than allowed, two neighbours each become one, and the relative error
 * doubles. Nothing is random. Sketches of parts merge into exactly the sketch of the whole, if the
 * settings are the same. Not thread-safe.
 *
 * <p>Like DDSketch and UDDSketch (uniform collapse), with cuts at binary digits instead of powers.
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
   * @param maxBuckets at least 16
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
   * Adds a time that stands for many.
   *
   * @param millis finite, at least 0
   * @param weight finite, more than 0
   */
  public void add(double millis, double weight) {
    buckets.add(TimeBuckets.bucket(millis, shift()), weight);
  }

  /** Adds all times of another sketch, which is not modified. */
  public void merge(LatencySketch other) {
    buckets.merge(other.buckets);
  }

  /** Returns the same times in buckets of at least this width. */
  LatencySketch noFinerThan(int leastShift) {
    return new LatencySketch(buckets.noFinerThan(leastShift));
  }

  int shift() {
    return buckets.shift();
  }

  /** Returns the total weight: the number of times, if they have no weights. */
  public double weight() {
    return buckets.counts().total();
  }

  public boolean isEmpty() {
    return buckets.counts().size() == 0;
  }

  /** Returns the greatest relative growth of a time. Rises if there are too many buckets. */
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
   * Returns the least time at or below which a percentage of the weight lies.
   *
   * @param percentile 0 to 100
   * @throws IllegalStateException if the sketch is empty
   */
  public double percentileMillis(double percentile) {
    Percentiles.check(percentile);
    if (isEmpty()) {
      throw new IllegalStateException("an empty sketch has no percentiles");
    }
    return millis()[Percentiles.rank(percentile, weights())];
  }

  /** Returns attempt times whose copies are like first attempts and independent of them. */
  public AttemptTimes attemptTimes() {
    return attemptTimes(this);
  }

  /**
   * Returns attempt times with independent times of copies.
   *
   * @throws IllegalArgumentException if one of both is empty
   */
  public AttemptTimes attemptTimes(LatencySketch second) {
    return AttemptTimes.independent(millis(), weights(), second.millis(), second.weights());
  }

  /** Removes all times; the relative error keeps its value. */
  public void clear() {
    buckets.counts().clear();
  }
}
