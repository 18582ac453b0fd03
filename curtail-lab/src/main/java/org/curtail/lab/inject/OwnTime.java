package org.curtail.lab.inject;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Two clocks of the calling thread, read one after the other: the truth about waiting and computing
 * must not come from the signals that it is held against, so this asks the JVM.
 *
 * @param threadId whose clocks they are
 * @param wallNanos by {@code System.nanoTime}
 * @param cpuNanos that the thread has computed
 */
record OwnTime(long threadId, long wallNanos, long cpuNanos) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** At this moment. */
  static OwnTime now() {
    return new OwnTime(
        Thread.currentThread().threadId(), System.nanoTime(), THREADS.getCurrentThreadCpuTime());
  }
}
