package org.curtail.reissue.times;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Weights in {@link TimeBuckets}, with a limited number of buckets. Above the limit, each two
 * neighbours become one bucket, as often as needed. If two objects have the same settings, their
 * merge equals the object of all their weights. Not thread-safe.
 */
public final class CollapsingBuckets {
  private static final int LEAST_MAX_BUCKETS = 16;

  /** Maps a bucket to a wider bucket. */
  @FunctionalInterface
  public interface Wider {
    /**
     * Returns the key of the wider bucket.
     *
     * @param doublings number of doublings of the width, at least 0
     */
    long key(long key, int doublings);
  }

  private final int maxBuckets;
  private final Wider wider;
  private final BucketCounts counts = new BucketCounts();
  private int shift;

  /**
   * Creates buckets without weights.
   *
   * @param relativeError initial error, from 1e-6 to 1; rounded down to a power of 1/2
   * @param maxBuckets greatest number of buckets, at least 16
   */
  public CollapsingBuckets(double relativeError, int maxBuckets, Wider wider) {
    if (maxBuckets < LEAST_MAX_BUCKETS) {
      throw new IllegalArgumentException("maxBuckets must be at least 16: " + maxBuckets);
    }
    this.shift = TimeBuckets.shiftFor(relativeError);
    this.maxBuckets = maxBuckets;
    this.wider = wider;
  }

  /** Returns a copy with buckets of at least this width. */
  public CollapsingBuckets noFinerThan(int leastShift) {
    var copy = new CollapsingBuckets(1, maxBuckets, wider);
    copy.shift = Math.max(shift, leastShift);
    copy.merge(this);
    return copy;
  }

  /** Returns the width as a shift, see {@link TimeBuckets}. */
  public int shift() {
    return shift;
  }

  /** Returns the greatest relative growth of a time. */
  public double relativeError() {
    return TimeBuckets.width(shift);
  }

  /**
   * Adds weight to a bucket of this width.
   *
   * @param weight added weight: finite, more than 0
   */
  public void add(long key, double weight) {
    if (!(weight > 0) || weight == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a weight must be finite and more than 0: " + weight);
    }
    counts.add(key, weight);
    fit();
  }

  /** Adds the content of another object, which is not modified. */
  public void merge(CollapsingBuckets other) {
    while (shift < other.shift) {
      widen();
    }
    int doublings = shift - other.shift;
    for (long key : other.counts.ascendingKeys()) {
      counts.add(wider.key(key, doublings), other.counts.weight(key));
    }
    fit();
  }

  private void fit() {
    while (counts.size() > maxBuckets && shift < TimeBuckets.MOST_SHIFT) {
      widen();
    }
  }

  private void widen() {
    shift++;
    counts.rename(key -> wider.key(key, 1));
  }

  /** Returns the weights. */
  public BucketCounts counts() {
    return counts;
  }

  /**
   * Weights of the used buckets: a hash table with open addressing, without an object per bucket.
   * Not thread-safe.
   */
  public static final class BucketCounts {
    private static final int FIRST_CAPACITY = 64;

    /**
     * Keys of the used buckets. The length is a power of two, and at most half of the places are
     * used.
     */
    private long[] keys = new long[FIRST_CAPACITY];

    /** 0 for unused places. */
    private double[] weights = new double[FIRST_CAPACITY];

    private int size;
    private double total;

    /**
     * Adds weight to a bucket.
     *
     * @param weight added weight, more than 0
     */
    public void add(long key, double weight) {
      int place = place(key);
      if (weights[place] == 0) {
        keys[place] = key;
        size++;
      }
      weights[place] += weight;
      total += weight;
      if (2 * size > keys.length) {
        resize(2 * keys.length, LongUnaryOperator.identity());
      }
    }

    private int place(long key) {
      int mask = keys.length - 1;
      // Neighbours differ only in the lowest bits. Fibonacci hashing spreads them.
      long hash = (key ^ (key >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
      int place = (int) (hash >>> Long.numberOfLeadingZeros(mask));
      while (weights[place] != 0 && keys[place] != key) {
        place = (place + 1) & mask;
      }
      return place;
    }

    /** Replaces all keys. Buckets with the same new key are merged. */
    public void rename(LongUnaryOperator name) {
      resize(keys.length, name);
    }

    private void resize(int capacity, LongUnaryOperator name) {
      long[] oldKeys = keys;
      double[] oldWeights = weights;
      keys = new long[capacity];
      weights = new double[capacity];
      size = 0;
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldWeights[i] > 0) {
          long key = name.applyAsLong(oldKeys[i]);
          int place = place(key);
          if (weights[place] == 0) {
            keys[place] = key;
            size++;
          }
          weights[place] += oldWeights[i];
        }
      }
    }

    /** Returns the number of used buckets. */
    public int size() {
      return size;
    }

    /** Returns the total weight. */
    public double total() {
      return total;
    }

    /** Returns the used buckets, ascending. */
    public long[] ascendingKeys() {
      long[] used = new long[size];
      int next = 0;
      for (int i = 0; i < keys.length; i++) {
        if (weights[i] > 0) {
          used[next++] = keys[i];
        }
      }
      Arrays.sort(used);
      return used;
    }

    /** Returns the weight of a bucket; 0 if unused. */
    public double weight(long key) {
      return weights[place(key)];
    }

    /** Returns the weights of some buckets. */
    public double[] weights(long[] of) {
      return Arrays.stream(of).mapToDouble(this::weight).toArray();
    }
  }
}
