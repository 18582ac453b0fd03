package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.AtomicHistogram;

/** A {@link Histogram} in the making. Recording is wait-free, and so is looking at it. */
final class LiveHistogram {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final AtomicHistogram values;
  private final AtomicLong beyond = new AtomicLong();

  /**
   * @param lowest values below it are not told from each other, and it from 0; at least 1
   * @param highest values above it are taken for it
   */
  LiveHistogram(long lowest, long highest) {
    values = new AtomicHistogram(lowest, highest, SIGNIFICANT_DIGITS);
  }

  /** Records a value; a negative one as 0. */
  void record(long value) {
    long highest = values.getHighestTrackableValue();
    values.recordValue(Math.clamp(value, 0, highest));
    if (value > highest) {
      beyond.incrementAndGet();
    }
  }

  Histogram snapshot() {
    long beyondBefore = beyond.get();
    return new Histogram(values.copy(), beyondBefore);
  }
}
