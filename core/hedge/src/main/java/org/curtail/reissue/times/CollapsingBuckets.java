package org.curtail.reissue.times;

/**
 * Weights in {@link TimeBuckets}, limited in number: above the limit, two neighbours each become
 * one, as often as needed. Those of parts merge into exactly those of the whole, if the settings
 * are the same. Not thread-safe.
 */
public final class CollapsingBuckets {
  private static final int LEAST_MAX_BUCKETS = 16;

  /** Maps a bucket to a wider one. */
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
   * Creates an empty object.
   *
   * @param relativeError initial error, from 1e-6 to 1; rounded down to a power of 1/2
   * @param maxBuckets at least 16
   */
  public CollapsingBuckets(double relativeError, int maxBuckets, Wider wider) {
    if (maxBuckets < LEAST_MAX_BUCKETS) {
      throw new IllegalArgumentException("maxBuckets must be at least 16: " + maxBuckets);
    }
    this.shift = TimeBuckets.shiftFor(relativeError);
    this.maxBuckets = maxBuckets;
    this.wider = wider;
  }

  /** Returns these weights in buckets of at least this width. */
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
   * @param weight finite, more than 0
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
}
