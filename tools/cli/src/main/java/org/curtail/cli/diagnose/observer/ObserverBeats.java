package org.curtail.cli.diagnose.observer;

import org.curtail.signals.JvmPauses;

/**
 * Heartbeat of the observer's thread, so that no other thread has to wake up for it: every 5 ms,
 * and each time that it woke up late. For one thread.
 */
final class ObserverBeats {
  private static final long PERIOD_NANOS = 5_000_000;

  private final JvmPauses to;
  private long beatNanos;
  private long asleepNanos;

  /** Begins now. */
  ObserverBeats(JvmPauses to) {
    this.to = to;
    to.beat(0, 0);
    beatNanos = System.nanoTime();
  }

  /**
   * Records that the thread runs again.
   *
   * @param sleptNanos length of the sleep that it wanted; 0 for none
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
