package org.curtail.benchkit.inject;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Clock readings of the calling thread, one after the other. The truth about waiting and computing
 * must not come from the readings under test, so these are separate.
 *
 * @param threadId of the thread
 * @param wallNanos by {@code System.nanoTime}
 * @param cpuNanos CPU time of the thread
 */
record ThreadClocks(long threadId, long wallNanos, long cpuNanos) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

  /** Reads the clocks now. */
  static ThreadClocks now() {
    return new ThreadClocks(
        Thread.currentThread().threadId(), System.nanoTime(), THREADS.getCurrentThreadCpuTime());
  }

  /** Time that the thread has waited for a core so far; 0 if the system does not give it. */
  static long runDelayNanos() {
    try {
      return Long.parseLong(Files.readString(SCHEDSTAT).strip().split(" ", -1)[1]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
