package org.curtail.lab.inject;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;

/**
 * Threads go through memory several times as large as the last cache for as long as the request
 * runs, one less than there are cores, so that the request keeps a core for itself. What that costs
 * is the time for which the request computes beyond what it usually does.
 */
final class MemoryHog implements Injection {
  private static final int LINE_BYTES = 64;

  /** Some 50 us of it. */
  private static final int LINES = 4 * 1024;

  private final LargeMemory memory;
  private final Hog hog;

  /**
   * Starts the threads, asleep.
   *
   * @param usualCpuNanos how long a request usually computes, by its number; negative if unknown
   * @throws InjectionUnavailableException if there is too little memory
   */
  MemoryHog(int cores, IntToLongFunction usualCpuNanos, Deeds deeds)
      throws InjectionUnavailableException {
    memory = LargeMemory.allocate();
    int threads = Math.max(cores - 1, 1);
    hog =
        new Hog(
            kind(),
            new HogThreads("memory-hog", threads, i -> new Walk(memory.part(i, threads))),
            (request, from, to) -> {
              long usualNanos = usualCpuNanos.applyAsLong(request);
              return usualNanos < 0
                  ? OptionalLong.empty()
                  : OptionalLong.of(to.cpuNanos() - from.cpuNanos() - usualNanos);
            },
            deeds);
  }

  @Override
  public InjectionKind kind() {
    return InjectionKind.MEMORY_HOG;
  }

  @Override
  public void begin(int request) {
    hog.begin(request);
  }

  @Override
  public void end(int request) {
    hog.end(request);
  }

  /** Its threads have ended before the memory goes. */
  @Override
  public void close() {
    hog.close();
    memory.close();
  }

  /** Reads and writes a word of each cache line, from the place where it stopped. */
  private static final class Walk implements Runnable {
    private final MemorySegment memory;
    private long at;

    Walk(MemorySegment memory) {
      this.memory = memory;
    }

    @Override
    public void run() {
      for (int line = 0; line < LINES; line++) {
        memory.set(JAVA_LONG, at, memory.get(JAVA_LONG, at) + 1);
        at += LINE_BYTES;
        if (at + LINE_BYTES > memory.byteSize()) {
          at = 0;
        }
      }
    }
  }
}
