package org.curtail.signals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** A thread that sleeps for a short while, again and again, to notice stops. */
final class Heartbeat implements AutoCloseable {
  static final long PERIOD_NANOS = 5_000_000;

  private final Beats beats;
  private final Thread thread;
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile boolean closed;

  private Heartbeat(Beats beats) {
    this.beats = beats;
    thread = new Thread(this::beat, "curtail-heartbeat");
    thread.setDaemon(true);
  }

  /** Begins to beat. */
  static Heartbeat start(Beats beats) {
    var heartbeat = new Heartbeat(beats);
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
    try {
      beats.beat(0, 0);
    } finally {
      first.countDown();
    }
    while (!closed) {
      LockSupport.parkNanos(this, PERIOD_NANOS);
      beats.beat(PERIOD_NANOS, PERIOD_NANOS);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
