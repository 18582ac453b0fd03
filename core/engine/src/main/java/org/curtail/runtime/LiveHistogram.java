package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A {@link Metrics.Histogram} in the making: one counter is raised per value. Recording is
 * wait-free, and so is looking at it.
 */
final class LiveHistogram {
  private final int unitBits;
  private final long highest;
  private final AtomicLongArray counts;
  private final AtomicLong beyond = new AtomicLong();

  /**
   * An empty one.
   *
   * @param lowest values below it are not told from each other; at least 1
   * @param highest values above it are taken for it; at least {@code lowest}
   */
  LiveHistogram(long lowest, long highest) {
    unitBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(lowest);
    this.highest = highest;
    counts = new AtomicLongArray(Metrics.Histogram.bucket(highest, unitBits) + 1);
  }

  /** Records a value; a negative one as 0. */
  void record(long value) {
    counts.incrementAndGet(Metrics.Histogram.bucket(Math.clamp(value, 0, highest), unitBits));
    if (value > highest) {
      beyond.incrementAndGet();
    }
  }

  Metrics.Histogram snapshot() {
    long beyondBefore = beyond.get();
    long[] copy = new long[counts.length()];
    for (int bucket = 0; bucket < copy.length; bucket++) {
      copy[bucket] = counts.get(bucket);
    }
    return new Metrics.Histogram(copy, unitBits, beyondBefore);
  }
}
