package org.curtail.cli.diagnose.observer;

import org.curtail.signals.JvmPauses;

/**
 * Says that the observer's thread lives, so that no other thread has to wake up for it: every 5 ms,
 * and each time that it woke up late. For one thread.
 */
final class ObserverBeats {
  private static final long PERIOD_NANOS = 5_000_000;

  private final JvmPauses to;
  private long beatNanos;
  private long asleepNanos;

  /** From now on. */
  ObserverBeats(JvmPauses to) {
    this.to = to;
    to.beat(0, 0);
    beatNanos = System.nanoTime();
  }

  /**
   * The thread goes on.
   *
   * @param sleptNanos for which it wanted to sleep before; 0 if it did not
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
