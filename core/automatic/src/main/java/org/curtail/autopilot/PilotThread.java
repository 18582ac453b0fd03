package org.curtail.autopilot;

import java.util.concurrent.locks.LockSupport;

/**
 * The thread that feeds a pilot and does what it says, step by step: a daemon. A step that is late
 * makes a policy serve a little longer than was meant, which the pilot is told.
 */
final class PilotThread {
  /** One step. */
  interface Step {
    /**
     * Does what is due.
     *
     * @return when the next step is to be taken, at the latest
     */
    long take(long nowNanos);
  }

  /** What happens meanwhile waits in the queue for so long at most. */
  private static final long PERIOD_NANOS = 50_000_000;

  private final Step step;
  private final Thread thread;
  private volatile boolean closed;

  PilotThread(String name, Step step) {
    this.step = step;
    thread = new Thread(this::live, name + "-pilot");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  /** For tests. */
  boolean awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  private void live() {
    while (!closed) {
      long nowNanos = System.nanoTime();
      long nextNanos = step.take(nowNanos);
      long restNanos = Math.clamp(nextNanos - System.nanoTime(), 0, PERIOD_NANOS);
      if (restNanos > 0) {
        Thread.interrupted();
        LockSupport.parkNanos(this, restNanos);
      }
    }
  }
}
