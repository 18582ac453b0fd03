package org.curtail.cli.diagnose.observer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.curtail.Percentile;

/**
 * Costs of observing on this machine.
 *
 * @param lookNanos time of a look; the median, so that interruptions do not count
 * @param wakeNanos CPU time of a short sleep; -1 where CPU time is not available
 */
record Calibration(long lookNanos, long wakeNanos) {
  private static final int LOOKS = 1_000;
  private static final int SLEEPS = 20;
  private static final long SLEEP_NANOS = 100_000;

  /** Measures the costs; takes some milliseconds. */
  static Calibration of(Look look) {
    return new Calibration(timeLooks(look), timeSleeps());
  }

  private static long timeLooks(Look look) {
    double[] nanos = new double[LOOKS];
    for (int i = 0; i < LOOKS; i++) {
      look.take();
      nanos[i] = (double) (look.afterNanos() - look.beforeNanos());
    }
    Arrays.sort(nanos);
    return (long) Percentile.of(nanos, 50);
  }

  private static long timeSleeps() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      return -1;
    }
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < SLEEPS; i++) {
      LockSupport.parkNanos(SLEEP_NANOS);
    }
    return (threads.getCurrentThreadCpuTime() - before) / SLEEPS;
  }
}
