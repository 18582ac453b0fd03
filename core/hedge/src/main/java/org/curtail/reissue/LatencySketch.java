package org.curtail.reissue;

import org.curtail.reissue.times.CollapsingBuckets;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.TimeBuckets;

/**
 * Times of any number in bounded memory, for logs that do not fit into it, and for services that
 * never end. A time becomes the upper end of a narrow bucket: it grows, by no more than {@link
 * #relativeError} of itself. Counts stay exact, and so does what is derived from them:
 *
 * <ul>
 *   <li>a percentile is at least the true one, and exceeds it by no more than the relative error e;
 *   <li>if a delay is one of the {@link #millis} of the first times, as every delay of a planner
 *       is, the share of requests without answer then is exact;
 *   <li>so a policy with such delays reissues as predicted, and the latency at each percentile lies
 *       between what is predicted, divided by 1 + e, and what is predicted;
 *   <li>the latency of a plan from sketches is at most (1 + e)^2 times the best for that budget.
 * </ul>
 *
 * <p>If there were more buckets than allowed, two neighbours each become one, and the relative
 * error doubles. Nothing is random. Sketches of parts merge into exactly the sketch of the whole,
 * if the settings are the same. Not thread-safe.
 *
 * <p>Like DDSketch and UDDSketch (uniform collapse), with cuts at binary digits instead of powers.
 */
public final class LatencySketch {
  private final CollapsingBuckets buckets;

  /** A relative error of 0.001 and 65,536 buckets: about 2 MB at most, for times of any range. */
  public LatencySketch() {
    this(0.001, 1 << 16);
  }

  /**
   * An empty sketch.
   *
   * @param relativeError to begin with, from 1e-6 to 1; the next smaller power of 1/2 is taken
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

  /** Adds all times of another sketch, which stays as it is. */
  public void merge(LatencySketch other) {
    buckets.merge(other.buckets);
  }

  /** The same times in buckets that are at least so wide. */
  LatencySketch noFinerThan(int leastShift) {
    return new LatencySketch(buckets.noFinerThan(leastShift));
  }

  int shift() {
    return buckets.shift();
  }

  /** How much is in it: the number of times, if they have no weights. */
  public double weight() {
    return buckets.counts().total();
  }

  public boolean isEmpty() {
    return buckets.counts().size() == 0;
  }

  /** By which share of itself a time may have grown. Rises if there are too many buckets. */
  public double relativeError() {
    return buckets.relativeError();
  }

  /** The distinct times, ascending: the upper ends of buckets. */
  public double[] millis() {
    long[] keys = buckets.counts().ascendingKeys();
    double[] millis = new double[keys.length];
    for (int i = 0; i < keys.length; i++) {
      millis[i] = TimeBuckets.millis(keys[i], shift());
    }
    return millis;
  }

  /** The weights of {@link #millis}, in the same order. */
  public double[] weights() {
    return buckets.counts().weights(buckets.counts().ascendingKeys());
  }

  /**
   * The least time at or below which so many percent of the weight lie.
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

  /** The times of first attempts, which second ones are like and independent of. */
  public AttemptTimes attemptTimes() {
    return attemptTimes(this);
  }

  /**
   * The times of first attempts, and independent ones of second attempts.
   *
   * @throws IllegalArgumentException if one of both is empty
   */
  public AttemptTimes attemptTimes(LatencySketch second) {
    return AttemptTimes.independent(millis(), weights(), second.millis(), second.weights());
  }

  /** Forgets all times; the relative error stays what it has become. */
  public void clear() {
    buckets.counts().clear();
  }
}
