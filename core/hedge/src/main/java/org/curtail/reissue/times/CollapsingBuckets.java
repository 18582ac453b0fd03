package org.curtail.reissue.times;

/**
 * Weights in {@link TimeBuckets} of which there are never too many: if there are, two neighbours
 * each become one, as often as it takes. Those of parts merge into exactly those of the whole, if
 * the settings are the same. Not thread-safe.
 */
public final class CollapsingBuckets {
  private static final int LEAST_MAX_BUCKETS = 16;

  /** Which bucket another one becomes a part of. */
  @FunctionalInterface
  public interface Wider {
    /**
     * The key of the wider bucket.
     *
     * @param doublings how often the width is doubled, at least 0
     */
    long key(long key, int doublings);
  }

  private final int maxBuckets;
  private final Wider wider;
  private final BucketCounts counts = new BucketCounts();
  private int shift;

  /**
   * No bucket is used yet.
   *
   * @param relativeError to begin with, from 1e-6 to 1; the next smaller power of 1/2 is taken
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

  /** The same in buckets that are at least so wide. */
  public CollapsingBuckets noFinerThan(int leastShift) {
    var copy = new CollapsingBuckets(1, maxBuckets, wider);
    copy.shift = Math.max(shift, leastShift);
    copy.merge(this);
    return copy;
  }

  /** How wide they are, see {@link TimeBuckets}. */
  public int shift() {
    return shift;
  }

  /** By which share of itself a time may have grown. */
  public double relativeError() {
    return TimeBuckets.width(shift);
  }

  /**
   * Adds to a bucket of this width.
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

  /** Adds what others have, which stay as they are. */
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

  /** What is in them. */
  public BucketCounts counts() {
    return counts;
  }
}
