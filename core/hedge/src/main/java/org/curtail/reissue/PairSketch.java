package org.curtail.reissue;

import org.curtail.reissue.times.CollapsingBuckets;
import org.curtail.reissue.times.NearestPairs;
import org.curtail.reissue.times.TimeBuckets;

/**
 * Any number of pairs in bounded memory: a pair is the first and the second time of one request.
 * Both times of a pair become the upper ends of narrow buckets, with the errors described in {@link
 * LatencySketch}. Deterministic. If two sketches have the same settings, their merge equals the
 * sketch of all their pairs. Not thread-safe.
 */
public final class PairSketch {
  private static final int HALF = 32;
  private static final long LOW_HALF = (1L << HALF) - 1;

  private final CollapsingBuckets buckets;

  /** Creates a sketch with a relative error of 1/128 and 262,144 buckets: at most about 16 MB. */
  public PairSketch() {
    this(1.0 / 128, 1 << 18);
  }

  /**
   * Creates an empty sketch.
   *
   * @param relativeError initial error, from 1e-6 to 1; rounded down to a power of 1/2
   * @param maxBuckets buckets of pairs, at least 16
   */
  public PairSketch(double relativeError, int maxBuckets) {
    buckets = new CollapsingBuckets(relativeError, maxBuckets, PairSketch::wider);
  }

  private static long wider(long key, int doublings) {
    return key(first(key) >> doublings, second(key) >> doublings);
  }

  /** Adds the two times of a request. */
  public void add(double firstMillis, double secondMillis) {
    add(firstMillis, secondMillis, 1);
  }

  /**
   * Adds the two times of a request with a weight.
   *
   * @param firstMillis time of the first attempt: finite, at least 0
   * @param secondMillis time of the copy: finite, at least 0
   * @param weight weight of the pair: finite, more than 0
   */
  public void add(double firstMillis, double secondMillis, double weight) {
    int shift = buckets.shift();
    long first = TimeBuckets.bucket(firstMillis, shift);
    long second = TimeBuckets.bucket(secondMillis, shift);
    buckets.add(key(first, second), weight);
  }

  /**
   * Returns the key of two buckets. Buckets begin with -1; with a shift of at least 32, each fits
   * into 32 bits.
   */
  private static long key(long first, long second) {
    return (first + 1) << HALF | (second + 1);
  }

  private static long first(long key) {
    return (key >> HALF) - 1;
  }

  private static long second(long key) {
    return (key & LOW_HALF) - 1;
  }

  /** Adds all pairs of another sketch, which is not modified. */
  public void merge(PairSketch other) {
    buckets.merge(other.buckets);
  }

  /** Returns the total weight; without weights, the number of pairs. */
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

  /**
   * Returns the weighted pairs.
   *
   * @throws IllegalArgumentException if there are none
   */
  public AttemptTimes attemptTimes() {
    NearestPairs.Weighted pairs = pairs(buckets.shift());
    return AttemptTimes.paired(pairs.firstMillis(), pairs.secondMillis(), pairs.weights());
  }

  /**
   * Returns the first times of all requests, each with the second times of the nearest pairs, as
   * {@link AttemptTimes#probed} does. Most requests were sent once.
   *
   * @param all first times of all requests, including the pairs
   * @throws IllegalArgumentException if there are no pairs
   */
  public AttemptTimes attemptTimes(LatencySketch all) {
    if (isEmpty()) {
      throw new IllegalArgumentException("a log without pairs has no times of copies");
    }
    LatencySketch alike = all.noFinerThan(buckets.shift());
    return AttemptTimes.probed(alike.millis(), alike.weights(), pairs(alike.shift()));
  }

  /**
   * Returns the pairs in ascending order of the first time.
   *
   * @param shiftOfFirst shift of the buckets of first times: at least this sketch's
   */
  private NearestPairs.Weighted pairs(int shiftOfFirst) {
    int shift = buckets.shift();
    long[] keys = buckets.counts().ascendingKeys();
    double[] firsts = new double[keys.length];
    double[] seconds = new double[keys.length];
    for (int i = 0; i < keys.length; i++) {
      long bucket = first(keys[i]) >> (shiftOfFirst - shift);
      firsts[i] = TimeBuckets.millis(bucket, shiftOfFirst);
      seconds[i] = TimeBuckets.millis(second(keys[i]), shift);
    }
    return new NearestPairs.Weighted(firsts, seconds, buckets.counts().weights(keys));
  }
}
