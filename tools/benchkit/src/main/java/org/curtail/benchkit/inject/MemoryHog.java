package org.curtail.benchkit.inject;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Threads use memory for as long as the request runs, one less than there are cores, so that the
 * request keeps a core for itself. The first takes a page and gives it back, over and over; the
 * others go through memory several times as large as the last cache. What that costs is the time
 * for which the request computes beyond what it usually does.
 *
 * <p>Where a request keeps to the caches of its own core, or the memory serves many more cores than
 * there are, going through memory costs it next to nothing: with two cores of an AMD EPYC, at most
 * 5 % in a chase of pointers through 0.25 to 39 MB. Pages that are given back doubled that time.
 */
final class MemoryHog implements Injection {
  /** Some 50 us of it. */
  private static final int PAGES = 16;

  private static final int LINE_BYTES = 64;

  /** Some 50 us of it. */
  private static final int LINES = 4 * 1024;

  /** Null if no thread goes through it. */
  private final @Nullable LargeMemory memory;

  private final Hog hog;

  /**
   * Starts the threads, asleep.
   *
   * @param usualCpuNanos how long a request usually computes, by its number; negative if unknown
   * @throws InjectionUnavailableException if there is too little memory
   */
  MemoryHog(int cores, IntToLongFunction usualCpuNanos, Queue<Deed> deeds)
      throws InjectionUnavailableException {
    int walks = Math.max(cores - 2, 0);
    LargeMemory own = walks == 0 ? null : LargeMemory.allocate();
    memory = own;
    hog =
        new Hog(
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
            deeds);
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
