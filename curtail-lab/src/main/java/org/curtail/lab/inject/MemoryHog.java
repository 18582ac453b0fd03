package org.curtail.lab.inject;

import java.util.OptionalLong;
import java.util.function.IntToLongFunction;

/**
 * Threads go through memory far larger than any cache for as long as the request runs, one less
 * than there are cores, so that the request keeps a core for itself. What that costs is the time
 * for which the request computes beyond what it usually does.
 */
final class MemoryHog {
  private static final int LONGS = 8 * 1024 * 1024;

  /** About 50 us of it. */
  private static final int STRETCH = 64 * 1024;

  private static final int LONGS_PER_LINE = 8;

  private MemoryHog() {}

  /**
   * Starts the threads, asleep.
   *
   * @param usualCpuNanos how long a request usually computes, by its number; negative if unknown
   */
  static Hog start(int cores, IntToLongFunction usualCpuNanos, Deeds deeds) {
    return new Hog(
        InjectionKind.MEMORY_HOG,
        new HogThreads("memory-hog", Math.max(cores - 1, 1), i -> new Walk()),
        (request, from, to) -> {
          long usualNanos = usualCpuNanos.applyAsLong(request);
          return usualNanos < 0
              ? OptionalLong.empty()
              : OptionalLong.of(to.cpuNanos() - from.cpuNanos() - usualNanos);
        },
        deeds);
  }

  /** Reads and writes a line of each cache line, from the place where it stopped. */
  private static final class Walk implements Runnable {
    private final long[] memory = new long[LONGS];
    private int at;

    @Override
    public void run() {
      int to = Math.min(at + STRETCH, LONGS);
      for (int i = at; i < to; i += LONGS_PER_LINE) {
        memory[i]++;
      }
      at = to == LONGS ? 0 : to;
    }
  }
}
