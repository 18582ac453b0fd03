package org.curtail.benchkit.inject;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Threads use memory while the request runs. There is one thread fewer than cores, so that the
 * request keeps a core. The first thread repeatedly takes a page and gives it back; the others
 * traverse memory several times as large as the last cache. The cost is the computing time of the
 * request above its usual one.
 *
 * <p>Traversing memory costs a request little if it stays in the caches of its core, or if the
 * memory is fast enough for many more cores: at most 5 % on two cores of an AMD EPYC, for a chase
 * of pointers through 0.25 to 39 MB. Returned pages doubled the time of this chase.
 */
final class MemoryHog implements Injection {
  /** Pages in a piece of about 50 us. */
  private static final int PAGES = 16;

  private static final int LINE_BYTES = 64;

  /** Cache lines in a piece of about 50 us. */
  private static final int LINES = 4 * 1024;

  /** Traversed memory; null if no thread traverses it. */
  private final @Nullable LargeMemory memory;

  private final ThreadInjection hog;

  /**
   * Starts the threads; they sleep.
   *
   * @param usualCpuNanos usual computing time of a request, by its number; negative if unknown
   * @throws InjectionUnavailableException if there is too little memory
   */
  MemoryHog(int cores, IntToLongFunction usualCpuNanos, Queue<InjectionRecord> records)
      throws InjectionUnavailableException {
    int walks = Math.max(cores - 2, 0);
    LargeMemory own = walks == 0 ? null : LargeMemory.allocate();
    memory = own;
    hog =
        new ThreadInjection(
            InjectionKind.MEMORY_HOG,
            new HogThreads(
                "memory-hog",
                walks + 1,
                i -> i == 0 || own == null ? new Pages() : new Walk(own.part(i - 1, walks))),
            (request, from, to) -> {
              long usualNanos = usualCpuNanos.applyAsLong(request);
              return usualNanos < 0
                  ? OptionalLong.empty()
                  : OptionalLong.of(to.cpuNanos() - from.cpuNanos() - usualNanos);
            },
            records);
  }

  @Override
  public void begin(int request) {
    hog.begin(request);
  }

  @Override
  public void end(int request) {
    hog.end(request);
  }

  /** Ends its threads, then frees the memory. */
  @Override
  public void close() {
    hog.close();
    if (memory != null) {
      memory.close();
    }
  }

  /** Takes a page and gives it back. */
  private static final class Pages implements Runnable {
    private final ReturnedPage page = new ReturnedPage();

    @Override
    public void run() {
      for (int i = 0; i < PAGES; i++) {
        page.use();
      }
    }
  }

  /** Reads and writes a word of each cache line, from the last place on. */
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
