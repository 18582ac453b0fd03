package org.curtail.autopilot;

import java.util.concurrent.locks.LockSupport;

/**
 * Daemon thread that passes events to a pilot and applies its decisions, step by step. A late step
 * lengthens the present slice; the pilot uses the real times.
 */
final class PilotThread {
  interface Step {
    /**
     * Does the due work.
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

  /** True if the thread sleeps for longer, after a long time without events. */
  private volatile boolean resting;

  PilotThread(String name, Step step) {
    this.step = step;
    thread = new Thread(this::loop, name + "-pilot");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * Wakes the thread after an event is in the queue. Cheap, except after a long time without
   * events.
   */
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

  /** Returns true after a long time without events; for tests. */
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
      // A later event finds the thread resting; an earlier one is found by this check.
      if (restNanos > 0 && (quiet || !resting)) {
        Thread.interrupted();
        LockSupport.parkNanos(this, restNanos);
      }
      resting = false;
    }
  }
}
