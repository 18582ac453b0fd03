package org.curtail.emulatednode.cpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The time of each thread on emulated cores. Thread-safe. */
public final class EmulatedCpuTime {
  private static final Map<Long, LongAdder> NANOS = new ConcurrentHashMap<>();

  private EmulatedCpuTime() {}

  /** Adds to the time of the current thread. */
  public static void add(long nanos) {
    NANOS.computeIfAbsent(Thread.currentThread().threadId(), _ -> new LongAdder()).add(nanos);
  }

  /**
   * Returns a CPU time with the time on emulated cores.
   *
   * @param cpuNanos CPU time of the thread; negative if unknown
   * @param threadId the thread; 0 for the current one
   */
  public static long including(long cpuNanos, long threadId) {
    LongAdder own = NANOS.get(threadId == 0 ? Thread.currentThread().threadId() : threadId);
    return own == null || cpuNanos < 0 ? cpuNanos : cpuNanos + own.sum();
  }
}
