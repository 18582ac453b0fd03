package org.curtail.benchkit.trust;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** A meter of the delay of wake-ups of a sleeping thread. The delay includes waiting for a core. */
final class PauseMeter implements AutoCloseable {
  private static final long SLEEP_NANOS = 5_000_000;

  private final Histogram overshootNanos = new Histogram(TimeUnit.MINUTES.toNanos(10), 3);
  private final Thread thread;
  private volatile boolean stopping;

  PauseMeter() {
    thread = Thread.ofPlatform().daemon().name("pause-meter").start(this::sleepAndMeasure);
  }

  private void sleepAndMeasure() {
    while (!stopping) {
      long fromNanos = System.nanoTime();
      LockSupport.parkNanos(SLEEP_NANOS);
      long overNanos = System.nanoTime() - fromNanos - SLEEP_NANOS;
      synchronized (overshootNanos) {
        overshootNanos.recordValue(
            Math.clamp(overNanos, 0, overshootNanos.getHighestTrackableValue()));
      }
    }
  }

  double percentileMs(double percentile) {
    synchronized (overshootNanos) {
      return overshootNanos.getValueAtPercentile(percentile) / 1e6;
    }
  }

  @Override
  public void close() {
    stopping = true;
    LockSupport.unpark(thread);
  }
}
