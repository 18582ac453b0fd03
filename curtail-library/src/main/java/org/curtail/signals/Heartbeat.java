package org.curtail.signals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that sleeps for a short while, again and again. If it sleeps for much longer than it
 * wanted to, and did not wait for a core either, the process stood still, or the machine did.
 */
final class Heartbeat implements AutoCloseable {
  static final long PERIOD_NANOS = 5_000_000;

  /** Twice the period: timers are late by less. */
  static final long LEAST_STOP_NANOS = 10_000_000;

  private final ThreadReadings readings;
  private final Consumer<Pause> to;
  private final Thread thread;
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile boolean closed;

  private Heartbeat(ThreadReadings readings, Consumer<Pause> to) {
    this.readings = readings;
    this.to = to;
    thread = new Thread(this::beat, "curtail-heartbeat");
    thread.setDaemon(true);
  }

  /** Begins to beat. */
  static Heartbeat start(ThreadReadings readings, Consumer<Pause> to) {
    var heartbeat = new Heartbeat(readings, to);
    heartbeat.thread.start();
    heartbeat.awaitFirst();
    return heartbeat;
  }

  /** Before it has read itself for the first time, it notices nothing. */
  private void awaitFirst() {
    boolean interrupted = false;
    while (first.getCount() > 0) {
      try {
        first.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat() {
    ThreadReading last;
    try {
      last = readings.read();
    } finally {
      first.countDown();
    }
    while (!closed) {
      LockSupport.parkNanos(this, PERIOD_NANOS);
      ThreadReading now = readings.read();
      Pause stop = stop(last, now);
      if (stop != null) {
        to.accept(stop);
      }
      last = now;
    }
  }

  /**
   * The stop between two readings with one sleep in between; null if there was none. It begins
   * where the thread should have woken up, less half a period, since it may have begun at any time
   * of the sleep. After a stop the thread may have to wait for a core.
   */
  static @Nullable Pause stop(ThreadReading last, ThreadReading now) {
    if (last.runDelayNanos() < 0 || now.runDelayNanos() < 0) {
      return null;
    }
    long delayNanos = Math.max(now.runDelayNanos() - last.runDelayNanos(), 0);
    long cpuNanos = Math.max(now.cpuNanos() - last.cpuNanos(), 0);
    long lateNanos = now.wallNanos() - last.wallNanos() - PERIOD_NANOS - delayNanos - cpuNanos;
    if (lateNanos < LEAST_STOP_NANOS) {
      return null;
    }
    long toNanos = now.wallNanos() - delayNanos;
    return new Pause(toNanos - lateNanos - PERIOD_NANOS / 2, toNanos, Pause.Kind.STOPPED);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
