package org.curtail.benchkit.inject;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Clocks of the calling thread, read one after the other: the truth about waiting and computing
 * must not come from the readings that it is held against, so these are separate ones.
 *
 * @param threadId whose clocks they are
 * @param wallNanos by {@code System.nanoTime}
 * @param cpuNanos that the thread has computed
 */
record OwnTime(long threadId, long wallNanos, long cpuNanos) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

  /** At this moment. */
  static OwnTime now() {
    return new OwnTime(
        Thread.currentThread().threadId(), System.nanoTime(), THREADS.getCurrentThreadCpuTime());
  }

  /** How long the thread waited for a core so far; 0 where the system does not tell. */
  static long runDelayNanos() {
    try {
      return Long.parseLong(Files.readString(SCHEDSTAT).strip().split(" ", -1)[1]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
