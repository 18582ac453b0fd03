package org.curtail.reissue;

import org.curtail.reissue.times.CollapsingBuckets;
import org.curtail.reissue.times.NearestPairs;
import org.curtail.reissue.times.TimeBuckets;

/**
 * Pairs of a first and a second time of the same requests, of any number in bounded memory. Both
 * times become the upper ends of narrow buckets; what {@link LatencySketch} says of its error holds
 * here for both of them, so what depends on how they go together is kept to the same error.
 * Deterministic; sketches of parts merge into exactly the sketch of the whole, if the settings are
 * the same. Not thread-safe.
 */
public final class PairSketch {
  private static final int HALF = 32;
  private static final long LOW_HALF = (1L << HALF) - 1;

  private final CollapsingBuckets buckets;

  /** A relative error of 1/128 and 262,144 buckets: about 16 MB at most. */
  public PairSketch() {
    this(1.0 / 128, 1 << 18);
  }

  /**
   * An empty sketch.
   *
   * @param relativeError to begin with, from 1e-6 to 1; the next smaller power of 1/2 is taken
   * @param maxBuckets for pairs, at least 16
   */
  public PairSketch(double relativeError, int maxBuckets) {
    buckets = new CollapsingBuckets(relativeError, maxBuckets, PairSketch::wider);
  }

  /** Both times are in wider buckets. */
  private static long wider(long key, int doublings) {
    return key(first(key) >> doublings, second(key) >> doublings);
  }

  /** Adds the two times of a request. */
  public void add(double firstMillis, double secondMillis) {
    add(firstMillis, secondMillis, 1);
  }

  /**
   * Adds the two times of a request that stands for many.
   *
   * @param firstMillis finite, at least 0
   * @param secondMillis finite, at least 0
   * @param weight finite, more than 0
   */
  public void add(double firstMillis, double secondMillis, double weight) {
    int shift = buckets.shift();
    long first = TimeBuckets.bucket(firstMillis, shift);
    long second = TimeBuckets.bucket(secondMillis, shift);
    buckets.add(key(first, second), weight);
  }

  /** Both buckets begin with -1 and, with a shift of at least 32, fit into half a number each. */
  private static long key(long first, long second) {
    return (first + 1) << HALF | (second + 1);
  }

  private static long first(long key) {
    return (key >> HALF) - 1;
  }

  private static long second(long key) {
    return (key & LOW_HALF) - 1;
  }

  /** Adds all pairs of another sketch, which stays as it is. */
  public void merge(PairSketch other) {
    buckets.merge(other.buckets);
  }

  /** How much is in it: the number of pairs, if they have no weights. */
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

  /**
   * The pairs, weighted.
   *
   * @throws IllegalArgumentException if there are none
   */
  public AttemptTimes attemptTimes() {
    NearestPairs.Weighted pairs = pairs(buckets.shift());
    return AttemptTimes.paired(pairs.firstMillis(), pairs.secondMillis(), pairs.weights());
  }

  /**
   * The first times of all requests, most of which were sent once, and of each the second times of
   * the pairs that are nearest, as by {@link AttemptTimes#probed}.
   *
   * @param all first times of all requests, those of the pairs among them
   * @throws IllegalArgumentException if there are no pairs
   */
  public AttemptTimes attemptTimes(LatencySketch all) {
    if (isEmpty()) {
      throw new IllegalArgumentException("a log without pairs tells nothing of second attempts");
    }
    LatencySketch alike = all.noFinerThan(buckets.shift());
    return AttemptTimes.probed(alike.millis(), alike.weights(), pairs(alike.shift()));
  }

  /**
   * In ascending order of the first time.
   *
   * @param shiftOfFirst of the buckets in which first times are: at least this sketch's
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

  /** Forgets all pairs; the relative error stays what it has become. */
  public void clear() {
    buckets.counts().clear();
  }
}
