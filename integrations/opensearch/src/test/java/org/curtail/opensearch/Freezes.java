package org.curtail.opensearch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this process stood still: by a thread that only sleeps, and sees how late it wakes. All
 * nodes of a test stand still then, and no other copy is quicker.
 */
final class Freezes implements AutoCloseable {
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Thread thread = new Thread(this::watch, "freezes");
  private final AtomicLong longestNanos = new AtomicLong();

  private Freezes() {}

  static Freezes watched() {
    var freezes = new Freezes();
    freezes.thread.setDaemon(true);
    freezes.thread.start();
    return freezes;
  }

  private void watch() {
    long beforeNanos = System.nanoTime();
    while (!thread.isInterrupted()) {
      LockSupport.parkNanos(SLEEP_NANOS);
      long nowNanos = System.nanoTime();
      longestNanos.accumulateAndGet(nowNanos - beforeNanos - SLEEP_NANOS, Math::max);
      beforeNanos = nowNanos;
    }
  }

  /** The longest since this was asked last, in whole milliseconds. */
  long takeMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos.getAndSet(0));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
