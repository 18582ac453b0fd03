package org.curtail.opensearch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures stalls of this process with a thread that sleeps and records late wake-ups. During a
 * stall all nodes of a test stop, so no other copy is faster.
 */
final class ProcessStalls implements AutoCloseable {
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Thread thread = new Thread(this::measure, "stalls");
  private final AtomicLong longestNanos = new AtomicLong();

  private ProcessStalls() {}

  static ProcessStalls measured() {
    var stalls = new ProcessStalls();
    stalls.thread.setDaemon(true);
    stalls.thread.start();
    return stalls;
  }

  private void measure() {
    long beforeNanos = System.nanoTime();
    while (!thread.isInterrupted()) {
      LockSupport.parkNanos(SLEEP_NANOS);
      long nowNanos = System.nanoTime();
      longestNanos.accumulateAndGet(nowNanos - beforeNanos - SLEEP_NANOS, Math::max);
      beforeNanos = nowNanos;
    }
  }

  /** Returns the longest stall since the last call, in whole milliseconds. */
  long takeMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos.getAndSet(0));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
