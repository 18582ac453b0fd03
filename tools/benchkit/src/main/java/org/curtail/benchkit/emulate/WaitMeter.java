package org.curtail.benchkit.emulate;

import org.HdrHistogram.Histogram;

/**
 * How well emulated chunks are timed. Not thread-safe: whoever records holds the lock of the {@link
 * VirtualCores}.
 */
public final class WaitMeter {
  private static final long GREATEST_NANOS = 60_000_000_000L;

  private final Histogram latenessNanos = new Histogram(GREATEST_NANOS, 3);
  private double plannedNanos;
  private double elapsedNanos;

  /**
   * A chunk is over.
   *
   * @param planned how long it should have taken
   * @param elapsed how long it took its thread
   * @param late how late the thread woke
   */
  void record(double planned, double elapsed, double late) {
    plannedNanos += planned;
    elapsedNanos += elapsed;
    latenessNanos.recordValue(Math.clamp((long) late, 0, GREATEST_NANOS));
  }

  /** All that another has recorded. */
  public void add(WaitMeter other) {
    latenessNanos.add(other.latenessNanos);
    plannedNanos += other.plannedNanos;
    elapsedNanos += other.elapsedNanos;
  }

  /** Chunks so far. */
  long chunks() {
    return latenessNanos.getTotalCount();
  }

  /** By which share chunks took longer than planned in the mean: 0.01 for one percent. */
  public double meanError() {
    return plannedNanos == 0 ? 0 : elapsedNanos / plannedNanos - 1;
  }

  /** How late threads woke, in milliseconds of this machine. */
  public double latenessMs(double percentile) {
    return latenessNanos.getValueAtPercentile(percentile) / 1e6;
  }
}
