package org.curtail.autopilot;

import java.util.concurrent.locks.LockSupport;

/**
 * The daemon thread that feeds a pilot and follows its answers, step by step. After a late step a
 * policy has served a little longer than planned; the pilot takes the real times.
 */
final class PilotThread {
  /** One step. */
  interface Step {
    /**
     * Does what is due.
     *
     * @return the latest time of the next step
     */
    long take(long nowNanos);
  }

  /** Longest time that events wait in the queue. */
  private static final long PERIOD_NANOS = 50_000_000;

  /** Number of periods without events after which periods become longer. */
  private static final int QUIET_PERIODS = 20;

  private static final long QUIET_PERIOD_NANOS = 1_000_000_000;

  private final Step step;
  private final Thread thread;
  private volatile boolean closed;

  /** True if no event has come since the last step. */
  private volatile boolean quiet;

  /** True if the thread sleeps for longer, since no event has come for long. */
  private volatile boolean resting;

  PilotThread(String name, Step step) {
    this.step = step;
    thread = new Thread(this::loop, name + "-pilot");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Notes that an event is in the queue. Cheap, unless none came for long. */
  void wake() {
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

  /** Returns true if no event has come for long; for tests. */
  boolean isResting() {
    return resting;
  }

  boolean awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  private void loop() {
    int quietPeriods = 0;
    while (!closed) {
      quietPeriods = quiet ? quietPeriods + 1 : 0;
      quiet = true;
      long nextNanos = step.take(System.nanoTime());
      resting = quietPeriods >= QUIET_PERIODS;
      long mostNanos = resting ? QUIET_PERIOD_NANOS : PERIOD_NANOS;
      long restNanos = Math.clamp(nextNanos - System.nanoTime(), 0, mostNanos);
      // Events from here on either find the thread resting, or are seen by this check.
      if (restNanos > 0 && (quiet || !resting)) {
        Thread.interrupted();
        LockSupport.parkNanos(this, restNanos);
      }
      resting = false;
    }
  }
}
