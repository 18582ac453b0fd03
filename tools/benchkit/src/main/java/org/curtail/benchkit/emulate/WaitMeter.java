package org.curtail.benchkit.emulate;

import org.HdrHistogram.Histogram;

/**
 * Accuracy of the timing of emulated chunks. Not thread-safe: callers of {@code record} hold the
 * lock of the {@link VirtualCores}.
 */
public final class WaitMeter {
  private static final long GREATEST_NANOS = 60_000_000_000L;

  private final Histogram latenessNanos = new Histogram(GREATEST_NANOS, 3);
  private double plannedNanos;
  private double elapsedNanos;

  /**
   * Records a chunk.
   *
   * @param planned planned length
   * @param elapsed measured length
   * @param late delay of the thread's wake-up
   */
  void record(double planned, double elapsed, double late) {
    plannedNanos += planned;
    elapsedNanos += elapsed;
    latenessNanos.recordValue(Math.clamp((long) late, 0, GREATEST_NANOS));
  }

  /** Adds all records of another meter. */
  public void add(WaitMeter other) {
    latenessNanos.add(other.latenessNanos);
    plannedNanos += other.plannedNanos;
    elapsedNanos += other.elapsedNanos;
  }

  /** Returns the number of chunks so far. */
  long chunks() {
    return latenessNanos.getTotalCount();
  }

  /** Returns the mean relative excess of chunks over their planned length: 0.01 for one percent. */
  public double meanError() {
    return plannedNanos == 0 ? 0 : elapsedNanos / plannedNanos - 1;
  }

  /** Returns a percentile of the delay of wake-ups, in milliseconds of this machine. */
  public double latenessMs(double percentile) {
    return latenessNanos.getValueAtPercentile(percentile) / 1e6;
  }
}
