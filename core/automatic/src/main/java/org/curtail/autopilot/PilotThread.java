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

  /** After so many periods in which nothing happened, the periods are longer. */
  private static final int QUIET_PERIODS = 20;

  private static final long QUIET_PERIOD_NANOS = 1_000_000_000;

  private final Step step;
  private final Thread thread;
  private volatile boolean closed;

  /** Whether nothing has happened since the last step. */
  private volatile boolean quiet;

  /** Whether the thread rests for longer, since nothing has happened for long. */
  private volatile boolean resting;

  PilotThread(String name, Step step) {
    this.step = step;
    thread = new Thread(this::live, name + "-pilot");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Something is in the queue. Cheap, unless nothing has happened for long. */
  void happened() {
    if (quiet) {
      quiet = false;
      if (resting) {
        LockSupport.unpark(thread);
      }
    }
  }

  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  /** For tests: whether nothing has happened for long. */
  boolean isResting() {
    return resting;
  }

  /** For tests. */
  boolean awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  private void live() {
    int quietPeriods = 0;
    while (!closed) {
      quietPeriods = quiet ? quietPeriods + 1 : 0;
      quiet = true;
      long nextNanos = step.take(System.nanoTime());
      resting = quietPeriods >= QUIET_PERIODS;
      long mostNanos = resting ? QUIET_PERIOD_NANOS : PERIOD_NANOS;
      long restNanos = Math.clamp(nextNanos - System.nanoTime(), 0, mostNanos);
      // What has happened since has seen that the thread rests, or is seen here.
      if (restNanos > 0 && (quiet || !resting)) {
        Thread.interrupted();
        LockSupport.parkNanos(this, restNanos);
      }
      resting = false;
    }
  }
}
