package org.curtail.cli.diagnose.observer;

import org.curtail.diagnose.pause.JvmPauses;

/**
 * Heartbeat of the observer's thread: every 5 ms, and after each late wake-up. So no other thread
 * has to wake up only for heartbeats. For one thread.
 */
final class ObserverBeats {
  private static final long PERIOD_NANOS = 5_000_000;

  private final JvmPauses to;
  private long beatNanos;
  private long asleepNanos;

  /** Starts now. */
  ObserverBeats(JvmPauses to) {
    this.to = to;
    to.beat(0, 0);
    beatNanos = System.nanoTime();
  }

  /**
   * Records that the thread runs again.
   *
   * @param sleptNanos wanted length of the thread's sleep; 0 for none
   */
  void after(long sleptNanos) {
    asleepNanos += sleptNanos;
    long nowNanos = System.nanoTime();
    if (nowNanos - beatNanos >= PERIOD_NANOS) {
      to.beat(asleepNanos, sleptNanos);
      asleepNanos = 0;
      beatNanos = nowNanos;
    }
  }
}
