package org.curtail.benchkit.inject;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Clock readings of the calling thread, independent of the readings under test.
 *
 * @param threadId id of the thread
 * @param wallNanos reading of {@code System.nanoTime}
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

  /**
   * Returns the time for which the thread has waited for a core; 0 if the system does not report
   * it.
   */
  static long runDelayNanos() {
    try {
      return Long.parseLong(Files.readString(SCHEDSTAT).strip().split(" ", -1)[1]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
